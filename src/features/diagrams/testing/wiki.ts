import type { HttpClient, HttpReply } from '#platform/server/testing/harness.ts'
import { blankPage, documentOf, objectsById } from '#diagrams/model/blank.ts'
import type { DiagramDocument, DiagramObject, Link } from '#diagrams/model/document.ts'
import { DRAWIO_MACRO, MACRO, type DrawioMacro } from '../names.ts'

/** A diagram of one page with boxes of these texts in a row; a box may have a link. */
export function boxes(...texts: readonly (string | { text: string; link: Link })[]): DiagramDocument {
  const objects = texts.map((given, index): DiagramObject => {
    const { text, link } = typeof given === 'string' ? { text: given, link: undefined } : given
    return {
      id: `o${index}`,
      kind: 'shape',
      parent: null,
      layer: 'l1',
      order: `a${index}`,
      shape: 'basic.rectangle',
      x: index * 200,
      y: 0,
      width: 100,
      height: 50,
      style: { fill: { kind: 'solid', colour: '#ffffff' }, stroke: { colour: '#000000', width: 1 } },
      text: {
        vertical: 'middle',
        paragraphs: [{ align: 'center', runs: [{ text, font: 'sans', size: 12, colour: '#000000' }] }],
      },
      ...(link ? { link } : {}),
    }
  })
  return documentOf(
    blankPage({
      name: 'First page',
      width: 400,
      height: 300,
      background: null,
      grid: { size: 10, visible: false, snap: true },
      layers: [{ id: 'l1', name: 'Layer', visible: true, locked: false }],
      objects: objectsById(objects),
    }),
  )
}

/** A Gliffy file with an unknown shape, imported as a box. */
export const UNKNOWN_SHAPE = JSON.stringify({
  contentType: 'application/gliffy+json',
  version: '1.3',
  stage: {
    width: 200,
    height: 100,
    objects: [
      {
        x: 0,
        y: 0,
        width: 80,
        height: 40,
        id: 1,
        uid: 'com.gliffy.shape.unheard.of',
        graphic: { type: 'Shape', Shape: { tid: 'com.gliffy.stencil.unheard.of' } },
      },
    ],
  },
})

/** A file of draw.io with pages of one box each. */
export function drawioFile(...texts: string[]): string {
  const pages = texts.map(
    (text, index) =>
      `<diagram id="page-${index + 1}" name="Page ${index + 1}"><mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/><mxCell id="2" value="${text}" style="rounded=0;" vertex="1" parent="1"><mxGeometry x="10" y="10" width="80" height="40" as="geometry"/></mxCell></root></mxGraphModel></diagram>`,
  )
  return `<mxfile>${pages.join('')}</mxfile>`
}

export const DIAGRAMS = '/rest/oxbow/1.0/diagrams'

/** Saves a diagram; `version` is the one that was loaded, 0 for a new one. */
export function save(
  client: HttpClient,
  pageId: string,
  name: string,
  document: unknown,
  version = 0,
): Promise<HttpReply> {
  return client.post(DIAGRAMS, { pageId, name, version, document })
}

/** Saves a diagram and returns the answer. @throws when it is refused */
export async function saved(client: HttpClient, pageId: string, name: string, document: unknown, version = 0) {
  const reply = await save(client, pageId, name, document, version)
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`)
  return reply.json as { attachmentId: string; pageId: string; name: string; version: number }
}

/** The macro in storage format. */
export function gliffy(parameters: Record<string, string>): string {
  return macroText(MACRO, parameters)
}

/** A macro of draw.io in storage format. */
export function drawio(parameters: Record<string, string>, macro: DrawioMacro = DRAWIO_MACRO): string {
  return macroText(macro, parameters)
}

function macroText(macro: string, parameters: Record<string, string>): string {
  const written = Object.entries(parameters).map(
    ([name, value]) => `<ac:parameter ac:name="${name}">${value}</ac:parameter>`,
  )
  return `<p><ac:structured-macro ac:name="${macro}">${written.join('')}</ac:structured-macro></p>`
}

/** A page's body as readers see it. */
export async function viewOf(client: HttpClient, pageId: string): Promise<string> {
  return (await client.get(`/rest/api/content/${pageId}?expand=body.view`)).json.body.view.value as string
}
