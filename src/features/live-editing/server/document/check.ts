import * as Y from 'yjs'
import { editorNodes } from '#language/editor/index.ts'
import { defaultLimits } from '#language/parse.ts'
import { FIELDS } from '../../shared.ts'
import { Depths } from './depths.ts'

const FIELD_NAMES: ReadonlySet<unknown> = new Set(Object.values(FIELDS))
/** Classes of content that the binding of the editor writes. Others would break the editors that read them. */
const CONTENTS: ReadonlySet<unknown> = new Set([
  Y.ContentAny,
  Y.ContentDeleted,
  Y.ContentFormat,
  Y.ContentString,
  Y.ContentType,
])
const TYPES: ReadonlySet<unknown> = new Set([Y.XmlElement, Y.XmlText])

/**
 * Checks an update of a client before anything of it is applied.
 * @param doc the document that it is for
 * @returns whether it inserts anything
 * @throws Error if it is malformed, or has anything else than text, nodes and marks of the editor
 */
export function checkUpdate(update: Uint8Array, doc: Y.Doc): { inserts: boolean } {
  const { structs } = Y.decodeUpdate(update)
  const depths = new Depths(structs, doc)
  for (const struct of structs) {
    if (!(struct instanceof Y.Item)) continue
    const { content } = struct
    const parent: unknown = struct.parent
    if (typeof parent === 'string' && !FIELD_NAMES.has(parent)) throw new Error(`There is no field ${parent}`)
    if (!CONTENTS.has(content.constructor)) throw new Error('An update has content of a foreign kind')
    if (!(content instanceof Y.ContentType)) continue
    checkType(content.type)
    // Reading the document walks down its nodes.
    if (depths.of(struct) > defaultLimits.depth) throw new Error('Nodes are nested too deeply')
  }
  return { inserts: structs.length > 0 }
}

function checkType(type: unknown): void {
  if (!TYPES.has((type as object).constructor)) throw new Error('An update has a type of a foreign kind')
  if (type instanceof Y.XmlElement && !Object.hasOwn(editorNodes, type.nodeName))
    throw new Error(`There is no node ${type.nodeName}`)
}
