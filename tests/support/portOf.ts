import type { AddressInfo, Server } from 'node:net'

/** Where a server of TCP listens. */
export const portOf = (server: Server) => (server.address() as AddressInfo).port
