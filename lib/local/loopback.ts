import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that is reachable from this machine only. */
export interface LoopbackServer {
  /** The server's origin, `http://127.0.0.1:PORT` or with another loopback address. */
  origin: string;
  /** Closes the port and every connection, including waiting ones. */
  stop(): Promise<void>;
}

/** Starts a server; port 0 selects a free port. Fails if the port is in use or the system has no such address. */
export const listenOnLoopback = async (server: Server, port = 0, address = '127.0.0.1'): Promise<LoopbackServer> => {
  server.listen(port, address);
  await once(server, 'listening');
  return {
    origin: `http://${address}:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/**
 * A loopback address that is hard to guess. A page in a browser can send requests to this machine, and could try all
 * ports of 127.0.0.1. On systems without other loopback addresses (macOS), 127.0.0.1 is used.
 */
export const hiddenAddress = async (): Promise<string> => {
  const address = ['127', randomInt(1, 255), randomInt(256), randomInt(1, 255)].join('.');
  try {
    await (await listenOnLoopback(createServer(), 0, address)).stop();
    return address;
  } catch {
    return '127.0.0.1';
  }
};

/** True for hosts that always mean this machine. With any other name, another site's pages could share our origin. */
export const isLoopbackHost = (host: string | undefined): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host ?? '');

/** Ports that were free a moment ago, for programs that need a fixed port number. */
export const freePorts = async (count: number, address?: string): Promise<number[]> => {
  const servers = await Promise.all(Array.from({ length: count }, () => listenOnLoopback(createServer(), 0, address)));
  await Promise.all(servers.map(({ stop }) => stop()));
  return servers.map(({ origin }) => Number(new URL(origin).port));
};

export const freePort = async (address?: string): Promise<number> => (await freePorts(1, address))[0] as number;
