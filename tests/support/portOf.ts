import type { AddressInfo, Server } from 'node:net'

/** The port on which a TCP server listens. */
export const portOf = (server: Server) => (server.address() as AddressInfo).port
