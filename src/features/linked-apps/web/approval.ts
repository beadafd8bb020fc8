import { useEffect, useEffectEvent } from 'react'

/** Notifies the other windows of this browser that an application was approved. */
const CHANNEL = 'oxbow-linked-applications'

/** Runs when the user has approved an application, in whichever window. */
export function useApproval(onApproved: () => void): void {
  const run = useEffectEvent(onApproved)
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.addEventListener('message', () => run())
    return () => channel.close()
  }, [])
}

/** Says that the user has approved an application. */
export function announceApproval(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('approved')
  channel.close()
}
