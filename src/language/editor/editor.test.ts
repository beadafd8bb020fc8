import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Node, Schema, type MarkSpec, type NodeSpec } from '@tiptap/pm/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { equivalent, parse, serialise } from '../index.ts'
import { boxNames, htmlOf } from '../testing.ts'
import {
  changeMacro,
  editorMarks,
  editorNodes,
  emoticonView,
  fromEditor,
  opaqueView,
  toEditor,
  type EditorNode,
  type MarkDefinition,
  type NodeDefinition,
} from './index.ts'
import { anyStorage } from './testing.ts'

/** ProseMirror's own schema, made from the data as the browser makes it. */
const schema = new Schema({
  nodes: Object.fromEntries(
    Object.entries(editorNodes).map(([name, definition]: [string, NodeDefinition]): [string, NodeSpec] => [
      name,
      { ...definition, attrs: defaults(definition.attrs) },
    ]),
  ),
  marks: Object.fromEntries(
    Object.entries(editorMarks).map(([name, definition]: [string, MarkDefinition]): [string, MarkSpec] => [
      name,
      { attrs: defaults(definition.attrs), ...(definition.nests ? { excludes: '' } : {}) },
    ]),
  ),
})

function defaults(attrs: Readonly<Record<string, unknown>>): Record<string, { default: unknown }> {
  return Object.fromEntries(Object.entries(attrs).map(([name, value]) => [name, { default: value }]))
}

/** The text of a page after it was opened in ProseMirror and saved. */
function throughEditor(source: string): string {
  const opened = Node.fromJSON(schema, toEditor(parse(source), boxNames))
  opened.check()
  return serialise(fromEditor(opened.toJSON() as EditorNode))
}

const folder = path.resolve(import.meta.dirname, '../../../../shared/corpus/storage')
const isThere = existsSync(folder)
const corpus = isThere ? readdirSync(folder).filter(name => name.endsWith('.xml')) : []

describe.skipIf(!isThere)('the corpus in the editor (skipped where ../shared/corpus is absent)', () => {
  it('is not empty', () => expect(corpus.length).toBeGreaterThan(500))
  it.each(corpus)('%s comes back as it went in', name => {
    const source = readFileSync(path.join(folder, name), 'utf8')
    const saved = throughEditor(source)
    expect(equivalent(source, saved), `${serialise(parse(source))}\nbecame\n${saved}`).toBe(true)
  })
})

it.each([
  'ac:name="tick"',
  'ac:name="blue-star"',
  'ac:name="unheard-of"',
  'ac:name="blue-star" ac:emoji-shortname=":tada:" ac:emoji-id="1f389" ac:emoji-fallback="🎉"',
  'ac:name="blue-star" ac:emoji-shortname=":party:" ac:emoji-id="atlassian-x" ac:emoji-fallback="🥳"',
  'ac:name="blue-star" ac:emoji-shortname=":party:" ac:emoji-fallback=":party:"',
  'ac:name="blue-star" ac:emoji-fallback="🥳"',
  'ac:name="blue-star" ac:emoji-shortname=":blue_star:" ac:emoji-fallback=":blue_star:"',
  'ac:name="tick" ac:emoji-shortname=":check_mark:" ac:emoji-id="atlassian-check_mark" ac:emoji-fallback=":check_mark:"',
  'ac:emoji-shortname=":custom:" ac:emoji-fallback=""',
])('the emoticon %s has the same characters in the editor as for readers', async attributes => {
  const source = `<ac:emoticon ${attributes} />`
  const html = await htmlOf(source)
  expect(html.replaceAll(/<[^>]*>/g, '')).toBe(emoticonView(source))
})

it('calls a panel of newer Confluence a panel, and has its words once', () => {
  const panel = (type: string) =>
    `<ac:adf-extension><ac:adf-node type="${type}"><ac:adf-content><p>Hello</p></ac:adf-content></ac:adf-node>` +
    '<ac:adf-fallback><p>Hello</p></ac:adf-fallback></ac:adf-extension>'
  expect(opaqueView(panel('panel'))).toMatchObject({ kind: 'element', name: 'panel', preview: 'Hello' })
  expect(opaqueView(panel('other'))).toMatchObject({ kind: 'element', name: 'ac:adf-extension', preview: 'Hello' })
})

describe('any page in the editor', () => {
  it('comes back as it went in', () => {
    fc.assert(
      fc.property(anyStorage, source => {
        const saved = throughEditor(source)
        expect(equivalent(source, saved), `${serialise(parse(source))}\nbecame\n${saved}`).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('writes what the user adds', () => {
    const doc: EditorNode = {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          attrs: { filler: true },
          content: [
            { type: 'text', text: 'New & ' },
            { type: 'text', text: 'bold', marks: [{ type: 'bold' }] },
          ],
        },
        {
          type: 'taskList',
          content: [
            {
              type: 'taskItem',
              attrs: { status: 'complete' },
              content: [{ type: 'paragraph', attrs: { bare: true }, content: [{ type: 'text', text: 'do' }] }],
            },
          ],
        },
        {
          type: 'table',
          content: [
            {
              type: 'tableRow',
              content: [{ type: 'tableCell', attrs: { colwidth: [120] }, content: [{ type: 'paragraph' }] }],
            },
          ],
        },
        { type: 'paragraph', attrs: { filler: true } },
      ],
    }
    expect(serialise(fromEditor(doc))).toBe(
      '<p>New &amp; <strong>bold</strong></p>' +
        '<ac:task-list><ac:task><ac:task-status>complete</ac:task-status><ac:task-body>do</ac:task-body></ac:task></ac:task-list>' +
        '<table><colgroup><col style="width: 120.0px;" /></colgroup><tbody><tr><td><p /></td></tr></tbody></table>',
    )
  })

  it('keeps what a link shows apart from what it leads to', () => {
    const link = '<p><ac:link><ri:page ri:content-title="Home" /></ac:link></p>'
    const opened = toEditor(parse(link), boxNames)
    const renamed = JSON.parse(JSON.stringify(opened).replace('"text":"Home"', '"text":"the start"')) as EditorNode
    expect(serialise(fromEditor(opened))).toBe(link)
    expect(serialise(fromEditor(renamed))).toBe(
      '<p><ac:link><ri:page ri:content-title="Home" /><ac:plain-text-link-body><![CDATA[the start]]></ac:plain-text-link-body></ac:link></p>',
    )
  })

  it('takes nothing for granted in what was pasted', () => {
    const doc = {
      type: 'doc',
      content: [
        { type: 'opaqueBlock', attrs: { source: '<p>open' } },
        {
          type: 'paragraph',
          attrs: { attributes: { 'on"x': '1', ok: '"<' } },
          content: [{ type: 'text', text: '\ud800' }],
        },
        {
          type: 'paragraph',
          content: [{ type: 'text', text: 'a', marks: [{ type: 'bold', attrs: { tag: 'script' } }] }],
        },
      ],
    }
    const saved = serialise(fromEditor(doc))
    expect(saved).toBe('&lt;p&gt;open<p ok="&quot;&lt;">\ufffd</p><p><strong>a</strong></p>')
    expect(serialise(parse(saved))).toBe(saved)
  })
})

describe('the macro of an opaque node', () => {
  const of = (version: string) =>
    `<ac:structured-macro ac:name="gliffy" ac:macro-id="m1"><ac:parameter ac:name="name">Flow</ac:parameter>${version}<ac:parameter ac:name="other">kept</ac:parameter></ac:structured-macro>`

  it('loses, changes or gains one parameter and keeps all else', () => {
    const pinned = of('<ac:parameter ac:name="version">3</ac:parameter>')
    expect(changeMacro(pinned, 'version', undefined)).toBe(of(''))
    expect(changeMacro(pinned, 'version', '4')).toBe(of('<ac:parameter ac:name="version">4</ac:parameter>'))
    expect(changeMacro(changeMacro(of(''), 'version', '3'), 'version', undefined)).toBe(of(''))
    expect(changeMacro('words', 'version', undefined)).toBe('words')
  })
})
