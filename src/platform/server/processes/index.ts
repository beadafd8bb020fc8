export { Hub } from './hub.ts'
export type { FromSupervisor, ToSupervisor } from './messages.ts'
export { ConnectedPeers, NO_PEERS, type Peers, type WriteTurn } from './peers.ts'
