import type { Plugin } from 'esbuild';

/**
 * For esbuild: uses `node:http` without importing it. An ES import of it reads every export of the module. With
 * `WebSocket` among them, Node loads all of its fetch implementation, which no function uses: a quarter of a bare table
 * client's start.
 */
export function plainHttp(): Plugin {
  return {
    name: 'plain-http',
    setup(build) {
      build.onResolve({ filter: /^(node:)?http$/ }, () => ({ path: 'http', namespace: 'plain-http' }));
      build.onLoad({ filter: /.*/, namespace: 'plain-http' }, () => ({
        contents: "module.exports = process.getBuiltinModule('node:http');",
        loader: 'js',
      }));
    },
  };
}
