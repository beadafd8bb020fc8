import { useEffect, useState } from 'react'
import { PROTOCOL_VERSION, readHostMessage, send, type FrameMessage, type Loaded } from '../protocol.ts'
import { savedPicture } from '../services/export.ts'
import { FrameSession } from './session.ts'
import { EditorApp } from './EditorApp.tsx'

interface Open {
  loaded: Loaded
  session: FrameSession
}

/** Waits for the diagram, then shows the editor; loading again restarts it. */
export function FrameApp({ host }: { host: Window }) {
  const [open, setOpen] = useState<Open>()

  useEffect(() => {
    const { origin } = location
    const post = (message: FrameMessage) => send(host, message, origin)
    let session: FrameSession | undefined
    const listen = (event: MessageEvent<unknown>) => {
      const message = readHostMessage(event, { origin, source: host })
      if (!message) return
      if (message.type !== 'load') {
        session?.receive(message)
        return
      }
      document.documentElement.dataset['theme'] = message.theme
      session = new FrameSession(message, {
        post,
        picture: savedPicture,
        loadSharing: () => import('./sharing.ts'),
        now: () => performance.now(),
        setTimer: (run, ms) => window.setTimeout(run, ms),
        clearTimer: timer => window.clearTimeout(timer as number),
      })
      setOpen({ loaded: message, session })
    }
    const flush = () => session?.flush()
    const flushHidden = () => {
      if (document.visibilityState === 'hidden') flush()
    }
    window.addEventListener('message', listen)
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flushHidden)
    post({ type: 'ready', protocol: PROTOCOL_VERSION })
    return () => {
      window.removeEventListener('message', listen)
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flushHidden)
    }
  }, [host])

  if (!open) return null
  return <EditorApp key={open.session.id} session={open.session} loaded={open.loaded} />
}
