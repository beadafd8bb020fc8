import type { z } from 'zod'
import type { Context } from '#platform/server/context.ts'
import type { Expand } from '#platform/server/http/expand.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { contentWire, singleLinks, type ContentWire } from '#features/content/server/index.ts'
import type { attachment } from '../../contract.ts'

type AttachmentWire = z.output<typeof attachment>

/** The shapes of attachments: those of content with what the facet adds to each. */
export async function attachmentWires(
  ctx: Context,
  rows: readonly ContentRow[],
  expand: Expand,
): Promise<AttachmentWire[]> {
  const wires = await contentWire(ctx, rows, expand)
  return wires.map(wire => {
    if (!isAttachment(wire)) throw new Error(`The content ${wire.id} has no file`)
    return wire
  })
}

/** The shape of one attachment. */
export async function attachmentWire(ctx: Context, row: ContentRow, expand: Expand): Promise<AttachmentWire> {
  const [wire] = await attachmentWires(ctx, [row], expand)
  if (!wire) throw new Error(`The content ${row.id} has no shape`)
  return { ...wire, _links: { ...wire._links, ...singleLinks(ctx) } }
}

/** Whether the facet found the file: it gives size, type and comment together. */
function isAttachment(wire: ContentWire): wire is AttachmentWire {
  return wire.type === 'attachment' && 'fileSize' in wire.extensions
}
