import { shared } from '#platform/web/shared.ts'

/** A diagram to make a link to. */
export interface EmbedRequest {
  ownerPageId: string
  /** Undefined for one that was not saved yet. */
  name: string | undefined
  /** Pinned version; default the latest. */
  version?: number
}

/** The diagram whose dialog is open; the feature that makes links shows it. */
export const embedRequest = shared<EmbedRequest | undefined>(undefined)

declare module '#platform/web/slots.tsx' {
  interface Slots {
    /** Dialogs of the diagram editor at its own address. */
    'diagram.editor': Record<never, never>
  }
}
