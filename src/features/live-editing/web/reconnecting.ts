import { CLOSED, livePath } from '../shared.ts'

/** Waits before the next attempts to connect, in milliseconds. */
const RETRY_MS = [500, 1000, 2000, 5000, 10_000, 20_000, 30_000] as const
/** Codes after which the server would refuse again. */
const FINAL: ReadonlySet<number> = new Set([
  CLOSED.malformed,
  CLOSED.forbidden,
  CLOSED.gone,
  CLOSED.readOnly,
  CLOSED.replaced,
  CLOSED.full,
  CLOSED.tooLarge,
  CLOSED.off,
])
/** Those of them that others can end: permissions, the trash, and settings of the wiki. */
const PASSING: ReadonlySet<number> = new Set([CLOSED.forbidden, CLOSED.gone, CLOSED.readOnly, CLOSED.full, CLOSED.off])

/** Whether the server would refuse a connection again that it closed with this code. */
export const isFinal = (code: number): boolean => FINAL.has(code)

/** Whether such a refusal may have ended since. */
export const mayHaveEnded = (code: number): boolean => PASSING.has(code)

/** Time before an attempt to connect, in milliseconds: longer and longer, and not the same for all editors. */
export function retryWait(attempts: number): number {
  return (RETRY_MS[Math.min(attempts, RETRY_MS.length - 1)] ?? 0) * (0.75 + Math.random() / 2)
}

/** Opens the WebSocket of a content. @param incarnation of the document that this window has; empty for none */
export function openSocket(contentId: string, incarnation: string): WebSocket {
  const socket = new WebSocket(location.origin.replace(/^http/, 'ws') + livePath(contentId, incarnation))
  socket.binaryType = 'arraybuffer'
  return socket
}
