import { describe, expect, it } from 'vitest'
import { messageOf } from '#platform/message-of.ts'
import editor from '../../../i18n/editor.de.json' with { type: 'json' }
import shapes from '../../../i18n/shapes.de.json' with { type: 'json' }
import { parseDiagram } from '#diagrams/import/parse.ts'
import { IMPORT_TEXTS, importText } from './import-texts.ts'

const GERMAN: Readonly<Record<string, string>> = { ...editor, ...shapes }

describe('what the importers tell', () => {
  const said = (message: string) =>
    importText(message, (text, values = {}) =>
      (GERMAN[text] ?? text).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name])),
    )

  it('is said in the reader’s language, with what they put in', async () => {
    const cell = (style: string, id: string) =>
      `<mxCell id="${id}" style="${style}" vertex="1" parent="1"><mxGeometry width="50" height="50" as="geometry"/></mxCell>`
    const file = await parseDiagram(
      `<mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>${cell('shape=mxgraph.aws4.lambda', 'a')}${cell('shape=mxgraph.pid.unheard', 'b')}</root></mxGraphModel>`,
    )
    expect(file?.report.map(({ message }) => said(message))).toEqual([
      'Die Form „mxgraph.aws4.lambda“ ist hier nicht bekannt; „Funktion“ steht an ihrer Stelle.',
      'Die Form „mxgraph.pid.unheard“ ist hier nicht bekannt; ein Kasten steht an ihrer Stelle.',
    ])
    const why: unknown = await parseDiagram('<mxfile><diagram>%%%</diagram></mxfile>').catch(messageOf)
    expect(said(why as string)).toMatch(/^Der Inhalt von page 1 lässt sich nicht entpacken/)
    expect(said('Something new (a.b)')).toBe('Something new (a.b)')
  })

  it('is translated whole', () => {
    expect(IMPORT_TEXTS.filter(text => !Object.hasOwn(GERMAN, text))).toEqual([])
  })
})
