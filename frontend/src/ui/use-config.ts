import { useEffect, useState } from 'react';
import { type Config, invokeUrl, loadConfig } from '../lib/config.ts';

/** The deployment's configuration once it is loaded. */
export function useConfig(): Config | undefined {
  const [config, setConfig] = useState<Config>();
  useEffect(() => {
    let alive = true;
    void loadConfig().then((loaded) => alive && setConfig(loaded));
    return () => {
      alive = false;
    };
  }, []);
  return config;
}

/** The invoke URL of a route; undefined without a route, and until the configuration is loaded. */
export function useInvokeUrl(route: string | undefined): string | undefined {
  const config = useConfig();
  return config && route !== undefined ? invokeUrl(config, route) : undefined;
}
