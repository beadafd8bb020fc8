import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { getSchema } from '@tiptap/core'
import type { Node as ProseNode } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { initProseMirrorDoc, prosemirrorToYXmlFragment, updateYFragment } from '@tiptap/y-tiptap'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { equivalent, parse, serialise } from '#language/index.ts'
import { fromEditor, type EditorNode } from '#language/editor/index.ts'
import { boxNames } from '#language/testing.ts'
import { docOf, schemaExtensions } from '#features/editor/testing/state.ts'
import { documentOf, textOf, writeText } from './server/document/text.ts'
import { bodyOf, keyOf, partOf, partsOf, readDocument } from './server/document/tree.ts'
import { restoreMarks, sharedMarks, storeMarks } from './web/shared-marks.ts'

const schema = getSchema([...schemaExtensions(), sharedMarks])

const folder = path.resolve(import.meta.dirname, '../../../../shared/corpus/storage')
const corpus = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.xml')) : []
const corpusText = (name: string) => readFileSync(path.join(folder, name), 'utf8')

const SAMPLES = [
  '',
  '<p>one</p><p>two <strong>bold <em>both</em></strong></p><!-- behind all -->',
  '<h2>Title</h2><ul><li>a<ul><li>b</li></ul></li></ul><hr />',
  '<table><tbody><tr><th>h</th><td colspan="2"><p>c</p></td></tr></tbody></table>',
  '<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body>do <ri:user ri:userkey="x" /></ac:task-body></ac:task></ac:task-list>',
  '<p><ac:inline-comment-marker ac:ref="a">one <ac:inline-comment-marker ac:ref="b">two</ac:inline-comment-marker></ac:inline-comment-marker></p>',
  '<ac:structured-macro ac:name="info"><ac:rich-text-body><p>in a box</p></ac:rich-text-body></ac:structured-macro>',
  '<ac:structured-macro ac:name="unheard-of" ac:macro-id="1"><ac:parameter ac:name="p">v</ac:parameter></ac:structured-macro>',
  '<p><a href="https://example.org/"><ac:image><ri:url ri:value="https://example.org/a.png" /></ac:image></a><strong>a<br />b</strong></p>',
  '<p>😀 emoji 😀</p>',
]

const shared = (storage: string) => documentOf({ title: 'Title', storage }, boxNames)

/** The text of a shared document as the editor reads it, and the changes that it makes by reading. */
function readByEditor(doc: Y.Doc): { storage: string; changes: number } {
  let changes = 0
  doc.on('update', () => changes++)
  const read = shown(initProseMirrorDoc(bodyOf(doc), schema).doc).toJSON() as EditorNode
  const after = readDocument(doc).attrs
  return { storage: serialise(fromEditor({ ...read, attrs: { ...read.attrs, ...after } })), changes }
}

/** The document that the editor shows. */
const shown = (doc: ProseNode): ProseNode => restoreMarks(EditorState.create({ doc }).tr).doc

function check(storage: string): void {
  const doc = shared(storage)
  expect(equivalent(textOf(doc).storage, storage)).toBe(true)
  const read = readByEditor(doc)
  expect(equivalent(read.storage, storage)).toBe(true)
  expect(read.changes).toBe(0)
  // As the editor would write it, so that it has nothing to correct.
  const own = new Y.Doc().getXmlFragment('body')
  prosemirrorToYXmlFragment(initProseMirrorDoc(bodyOf(doc), schema).doc, own)
  const ours = bodyOf(doc)
    .toArray()
    .map(type => formatsIn(type))
  expect(own.toArray().map(type => formatsIn(type))).toEqual(ours)
  let changes = 0
  doc.on('update', () => changes++)
  writeText(doc, { title: 'Title', storage }, boxNames)
  expect(changes).toBe(0)
}

/** A type with the names of its formats. */
function formatsIn(type: unknown): unknown {
  if (type instanceof Y.XmlText) return keyOf(type.toDelta())
  return type instanceof Y.XmlElement
    ? [type.nodeName, keyOf(type.getAttributes()), ...type.toArray().map(formatsIn)]
    : keyOf(partOf(type))
}

function passes(storage: string): boolean {
  try {
    check(storage)
    return true
  } catch {
    return false
  }
}

describe('a page as a shared document', () => {
  it.each(SAMPLES)('has the text that it was made of, in the layout of the editor: %s', storage => {
    expect(() => check(storage)).not.toThrow()
  })

  it.skipIf(corpus.length === 0)('has the text of every page of the corpus', () => {
    const wrong = corpus.filter(name => !passes(corpusText(name)))
    expect(wrong).toEqual([])
  })

  it('changes to another text where it differs, and nowhere else', () => {
    const doc = shared('<p>one</p><p>two</p><ul><li>a</li><li>b</li></ul>')
    const two = bodyOf(doc).get(1)
    const list = bodyOf(doc).get(2)
    writeText(
      doc,
      { title: 'Titles', storage: '<p>zero</p><p>two</p><ul><li>a</li><li>b!</li></ul><p>end</p>' },
      boxNames,
    )
    expect(textOf(doc)).toEqual({
      title: 'Titles',
      storage: '<p>zero</p><p>two</p><ul><li>a</li><li>b!</li></ul><p>end</p>',
    })
    expect(bodyOf(doc).toArray()).toContain(two)
    expect(bodyOf(doc).toArray()).toContain(list)
  })

  it('becomes any other text of the samples', () => {
    for (const from of SAMPLES) {
      const doc = shared(from)
      for (const to of SAMPLES) {
        writeText(doc, { title: to.slice(0, 20), storage: to }, boxNames)
        expect(equivalent(textOf(doc).storage, to)).toBe(true)
        expect(equivalent(readByEditor(doc).storage, to)).toBe(true)
      }
    }
  })
})

/** An editor of a shared document without a browser: it changes ProseMirror's document, and the library the shared one. */
class Writer {
  readonly doc = new Y.Doc()
  readonly sent: Uint8Array[] = []

  constructor(state: Uint8Array) {
    Y.applyUpdate(this.doc, state)
    this.doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== 'remote') this.sent.push(update)
    })
  }

  /** @param at picks the place among the editable blocks @param what picks the change */
  edit(at: number, what: number, isEditable: (block: number) => boolean): void {
    const { doc, meta } = initProseMirrorDoc(bodyOf(this.doc), schema)
    const places: number[] = []
    doc.descendants((node, position) => {
      const block = doc.resolve(position).index(0)
      if (node.isTextblock && isEditable(block)) places.push(position + 1)
      return isEditable(block)
    })
    const place = places[at % places.length]
    if (place === undefined) return
    const tr = restoreMarks(EditorState.create({ doc }).tr)
    const { size } = doc.resolve(place).parent.content
    const offset = place + (size === 0 ? 0 : what % (size + 1))
    const end = Math.min(place + size, offset + 3)
    if (what % 4 === 0 && end > offset) tr.delete(offset, end)
    // Within a list, cell or box: blocks of the page keep their numbers.
    else if (what % 4 === 1 && doc.resolve(place).depth > 1 && !doc.resolve(place).parent.type.spec.code)
      tr.split(offset)
    else if (doc.resolve(place).parent.inlineContent) tr.insertText(`+${what}`, offset)
    updateYFragment(this.doc, bodyOf(this.doc), storeMarks(tr).doc, meta)
  }

  receive(update: Uint8Array): void {
    Y.applyUpdate(this.doc, update, 'remote')
    // As the library does with each update, it removes what its schema does not allow.
    initProseMirrorDoc(bodyOf(this.doc), schema)
  }
}

describe('concurrent edits', () => {
  const texts = corpus.length > 0 ? corpus.filter((_, index) => index % 40 === 0).map(corpusText) : SAMPLES

  it('converge in any order of delivery, and leave untouched blocks as they are', () => {
    const edit = fc.record({ writer: fc.nat(4), at: fc.nat(1000), what: fc.nat(1000) })
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.integer({ min: 2, max: 5 }),
        fc.array(edit, { minLength: 2, maxLength: 12 }),
        fc.infiniteStream(fc.nat()),
        (storage, count, edits, random) => {
          const state = Y.encodeStateAsUpdate(shared(storage))
          const writers = Array.from({ length: count }, () => new Writer(state))
          // Every third block is edited.
          for (const { writer, at, what } of edits) writers[writer % count]?.edit(at, what, block => block % 3 === 0)
          for (const writer of writers) {
            const others = writers.filter(each => each !== writer).flatMap(each => each.sent.map(update => update))
            const order = others.map(update => [random.next().value, update] as const).toSorted(([a], [b]) => a - b)
            for (const [, update] of order) writer.receive(update)
          }
          // The corrections that the library made on delivery are delivered too.
          for (const writer of writers)
            for (const each of writers) Y.applyUpdate(writer.doc, Y.encodeStateAsUpdate(each.doc), 'remote')
          const [first, ...rest] = writers.map(writer => textOf(writer.doc).storage)
          for (const other of rest) expect(other).toBe(first)
          expect(() => parse(first ?? '')).not.toThrow()
          const untouched = partsOf(docOf(storage).toJSON().content as EditorNode[]).filter(
            (_, index) => index % 3 !== 0,
          )
          const now = new Set(readDocument((writers[0] as Writer).doc).content?.map(keyOf))
          for (const block of untouched.slice(0, -1)) expect(now).toContain(keyOf(block))
        },
      ),
      { numRuns: 60 },
    )
  })
})
