import { VIEWER_EVENTS } from '../analytics-shared.ts'
import { trackViewer } from './analytics.ts'
import { embedRequest, type EmbedRequest } from './embed-request.ts'

/** Opens the dialog with links to a diagram, and records that. */
export function openEmbedDialog(request: EmbedRequest): void {
  trackViewer(VIEWER_EVENTS.embed, request.name ?? '')
  embedRequest.set(request)
}
