import { describe, expect, it, vi } from 'vitest'
import { copyObjects, writeClip } from '#diagrams/operations/clip.ts'
import type { DiagramObject, ShapeObject } from '#diagrams/model/document.ts'
import { connector, shape } from '#diagrams/model/test-documents.ts'
import { plainText } from '#diagrams/render/text-layout.ts'
import { pointerOver, type Hand } from './test-pointer.ts'
import { copySelection, dropText, pasteFromClipboard, pasteFrom, removeSelected } from './clipboard.ts'

const a = shape('a', { x: 100, y: 100 })
const b = shape('b', { x: 400, y: 100, order: 'a1' })

/** Content of a browser's paste event. */
function carried(contents: Record<string, string>): DataTransfer {
  return { getData: (type: string) => contents[type] ?? '', files: [] } as unknown as DataTransfer
}

/** Copies what is selected, as keys do, and gives what the paste events afterwards carry. */
function copied(hand: Hand): DataTransfer {
  const { document, pageId, selection } = hand.editor.state()
  copySelection(hand.editor)
  return carried({ 'application/x-oxbow-diagram': writeClip(copyObjects(document, pageId, selection)) })
}

function pastedBy(hand: Hand, data: DataTransfer): DiagramObject {
  const before = Object.keys(hand.editor.page.objects)
  expect(pasteFrom(hand.editor, data)).toBe(true)
  const [object] = hand.added(before)
  if (!object) throw new Error('nothing was pasted')
  return object
}

/** The mouse at a place of the canvas. */
function over(hand: Hand, x: number, y: number): void {
  hand.tools.over = { x, y }
}

describe('pasted objects', () => {
  it('come to the pointer over the canvas, and again a little further', () => {
    const hand = pointerOver([a, b])
    hand.editor.select(['a'])
    const data = copied(hand)
    over(hand, 300, 400)
    expect(pastedBy(hand, data)).toMatchObject({ x: 250, y: 370 })
    expect(pastedBy(hand, data)).toMatchObject({ x: 270, y: 390 })
    expect(pastedBy(hand, data)).toMatchObject({ x: 290, y: 410 })
    over(hand, 500, 400)
    expect(pastedBy(hand, data)).toMatchObject({ x: 450, y: 370 })
  })

  it('lie beside what was copied when the pointer is elsewhere, or rests where it was', () => {
    const hand = pointerOver([a, b])
    hand.editor.select(['a'])
    over(hand, 150, 130)
    const data = copied(hand)
    expect(pastedBy(hand, data)).toMatchObject({ x: 120, y: 120 })
    hand.tools.over = null
    expect(pastedBy(hand, data)).toMatchObject({ x: 140, y: 140 })
  })

  it('come to the middle of the view when what was copied is out of sight', () => {
    const hand = pointerOver([a, b])
    hand.editor.select(['a'])
    const data = copied(hand)
    hand.editor.set({ camera: { x: 2000, y: 1000, zoom: 2 } })
    expect(pastedBy(hand, data)).toMatchObject({ x: 2150, y: 1120 })
    expect(pastedBy(hand, data)).toMatchObject({ x: 2170, y: 1140 })
  })

  it('come back to their place when they were cut, and to where the menu was opened', () => {
    const hand = pointerOver([a, b])
    hand.editor.select(['a'])
    const data = copied(hand)
    removeSelected(hand.editor)
    expect(pastedBy(hand, data)).toMatchObject({ x: 100, y: 100 })
    hand.tools.menuAt = { x: 300, y: 300 }
    pasteFromClipboard(hand.editor)
    expect(hand.editor.selected).toMatchObject([{ x: 250, y: 270 }])
  })
})

it('what was copied in draw.io becomes its shapes, at the pointer', async () => {
  const cells =
    '<mxCell id="2" value="Pay" vertex="1" parent="1"><mxGeometry x="40" y="20" width="120" height="60" as="geometry"/></mxCell>'
  const model = `<mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>${cells}</root></mxGraphModel>`
  for (const written of [model, encodeURIComponent(model)]) {
    const hand = pointerOver([a])
    over(hand, 300, 400)
    expect(pasteFrom(hand.editor, carried({ 'text/plain': written }))).toBe(true)
    await vi.waitFor(() => expect(hand.steps).toEqual(['Paste']))
    expect(hand.added(['a'])).toMatchObject([{ kind: 'shape', x: 240, y: 370, width: 120, height: 60 }])
  }
})

it('what is no diagram of draw.io after all is refused with the reason', async () => {
  const hand = pointerOver([a])
  pasteFrom(hand.editor, carried({ 'text/plain': '<mxfile><diagram>????</diagram></mxfile>' }))
  await vi.waitFor(() => expect(hand.tools.notice()).toMatchObject({ kind: 'warning' }))
  expect(hand.steps).toEqual([])
})

describe('a text from elsewhere', () => {
  const text = (words: string) => carried({ 'text/plain': words })
  const read = (object: DiagramObject) => (object.kind === 'shape' && object.text ? plainText(object.text) : null)

  it('becomes a text at the pointer, with a link when it is an address', () => {
    const hand = pointerOver([a])
    over(hand, 300, 400)
    const made = pastedBy(hand, text('Hello\nworld')) as ShapeObject
    expect(made).toMatchObject({ shape: 'basic.text' })
    expect([made.x + made.width / 2, made.y + made.height / 2].map(Math.round)).toEqual([300, 400])
    expect(read(made)).toBe('Hello\nworld')
    expect(made.link).toBeUndefined()
    hand.editor.select([])
    expect(pastedBy(hand, text('https://example.com/a?b=1')).link).toEqual({
      kind: 'url',
      href: 'https://example.com/a?b=1',
    })
    hand.editor.select([])
    expect(pastedBy(hand, text('javascript:alert(1)')).link).toBeUndefined()
  })

  it('stands where it is dropped, whatever is selected', () => {
    const hand = pointerOver([a])
    hand.editor.select(['a'])
    dropText(hand.editor, 'Dropped', { x: 300, y: 400 })
    expect(read(hand.object('a'))).toBeNull()
    expect(hand.added(['a']).map(read)).toEqual(['Dropped'])
  })

  it('is written into a selected shape or on a line that has none, and never over another text', () => {
    const hand = pointerOver([a, connector('line', { order: 'a2' })])
    hand.editor.select(['a'])
    expect(pasteFrom(hand.editor, text('Pay'))).toBe(true)
    expect(read(hand.object('a'))).toBe('Pay')
    expect(hand.steps).toEqual(['Paste'])
    expect(read(pastedBy(hand, text('again')))).toBe('again')
    expect(read(hand.object('a'))).toBe('Pay')
    hand.editor.select(['line'])
    pasteFrom(hand.editor, text('then'))
    expect(hand.object('line')).toMatchObject({
      labels: [{ along: 0.5, text: { paragraphs: [{ runs: [{ text: 'then' }] }] } }],
    })
  })
})
