import { createLog } from '../log.ts'
import { ConnectedPeers, Hub } from '../processes/index.ts'

/** Processes of one server as objects of this one; messages between them go the way that they do between processes. */
export class LinkedProcesses {
  readonly #hub = new Hub()
  #last = 0

  /** Another process, and what ends it as abruptly as a signal does. */
  add(): { peers: ConnectedPeers; end: () => void } {
    const id = ++this.#last
    let isThere = true
    const peers: ConnectedPeers = new ConnectedPeers(message => {
      // As JSON, and later, as between processes.
      const sent = JSON.parse(JSON.stringify(message)) as typeof message
      setImmediate(() => {
        if (isThere) this.#hub.receive(id, sent, answer => setImmediate(() => isThere && peers.receive(answer)))
      })
    }, createLog('silent'))
    const end = () => {
      isThere = false
      this.#hub.leave(id)
    }
    return { peers, end }
  }
}
