import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that only this machine can reach. */
export interface LoopbackServer {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  /** Closes the port and every connection, also those that wait for an answer. */
  stop(): Promise<void>;
}

/** @param port 0 takes any free one. @throws when the port is taken */
export const listenOnLoopback = async (server: Server, port = 0): Promise<LoopbackServer> => {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** Ports that were free a moment ago, for programs that cannot choose one themselves and report it. */
export const freePorts = async (count: number): Promise<number[]> => {
  const servers = await Promise.all(Array.from({ length: count }, () => listenOnLoopback(createServer())));
  await Promise.all(servers.map(({ stop }) => stop()));
  return servers.map(({ origin }) => Number(new URL(origin).port));
};

export const freePort = async (): Promise<number> => (await freePorts(1))[0] as number;
