import { benchPath } from './path.ts';

/** `npm run bench` measures the path of a call; `npm run bench -- templates` the template language. */
const [subject = 'path'] = process.argv.slice(2);
switch (subject) {
  case 'path':
    await benchPath();
    break;
  case 'templates':
    await import('./templates.ts');
    break;
  default:
    process.stderr.write(`There is no benchmark "${subject}": path or templates.\n`);
    process.exitCode = 1;
}
