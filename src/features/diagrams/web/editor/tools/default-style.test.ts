import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connector, shape } from '#diagrams/model/test-documents.ts'
import { plainBlock } from '#diagrams/operations/text.ts'
import { commands, runCommand } from './commands.ts'
import { emptyText } from './make.ts'
import { pointerOver, type Hand } from './test-pointer.ts'

const store = new Map<string, string>()

beforeEach(() => {
  store.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

const fill = { kind: 'solid', colour: '#9c2620' } as const
const red = shape('a', {
  x: 500,
  y: 400,
  shape: 'basic.rounded-rectangle',
  parameters: { radius: 33 },
  style: { fill, stroke: { colour: '#22201c', width: 3, dash: [4, 3] } },
  text: plainBlock('Red', { run: { font: 'mono', size: 20, colour: '#ffeeee' } }),
})
const line = connector('line', {
  order: 'a1',
  route: 'curved',
  stroke: { colour: '#1d6837', width: 2 },
  endArrow: 'diamond',
})

function drawn(hand: Hand, kind: 'shape' | 'connector') {
  const before = Object.keys(hand.editor.page.objects)
  hand.editor.set({ tool: kind === 'shape' ? { kind, shape: 'basic.ellipse' } : { kind } })
  hand.drag([20, 100], [120, 180])
  const [object] = hand.added(before)
  if (!object) throw new Error('nothing was drawn')
  return object
}

describe('the look of new shapes', () => {
  it('is that of the example, without its parameters, also in another diagram, until it is forgotten', () => {
    const hand = pointerOver([red, line])
    const usual = drawn(hand, 'shape')
    hand.editor.select(['a'])
    expect(runCommand(hand.editor, 'useLook')).toBe(true)
    const other = pointerOver([])
    const made = drawn(other, 'shape')
    expect(made).toMatchObject({ shape: 'basic.ellipse', style: red.style })
    expect(made).not.toHaveProperty('parameters')
    expect(made).not.toHaveProperty('text')
    // Text written in it begins as in the example.
    if (made.kind === 'shape')
      expect(emptyText(made.shape, made.style).paragraphs[0]?.runs[0]).toMatchObject({
        text: '',
        font: 'mono',
        size: 20,
        colour: '#ffeeee',
      })
    expect(drawn(other, 'connector')).toMatchObject({ route: 'orthogonal', endArrow: 'filled' })
    expect(runCommand(other.editor, 'resetDefaultStyle')).toBe(true)
    expect(drawn(other, 'shape')).toMatchObject({ style: (usual as typeof red).style })
    expect(commands.resetDefaultStyle.isPossible(other.editor)).toBe(false)
  })

  it('is kept for connectors by themselves', () => {
    const hand = pointerOver([red, line])
    hand.editor.select(['line'])
    runCommand(hand.editor, 'useLook')
    expect(drawn(hand, 'connector')).toMatchObject({
      route: 'curved',
      stroke: line.stroke,
      endArrow: 'diamond',
      waypoints: [],
    })
    expect(drawn(hand, 'shape')).not.toMatchObject({ style: { stroke: { width: 2 } } })
  })

  it('is the usual one when the storage holds anything else', () => {
    const hand = pointerOver([])
    const usual = drawn(hand, 'shape')
    for (const wrong of [
      '{',
      '7',
      '{"shape":{"fill":{"kind":"url"}}}',
      '{"shape":{"stroke":{"colour":"red","width":1}}}',
      '{"connector":{"route":"round"}}',
    ]) {
      store.set('ox-de.usual-look', wrong)
      expect(drawn(hand, 'shape'), wrong).toMatchObject({ style: (usual as typeof red).style })
    }
  })
})

it('a text begins light on dark fills', () => {
  const colour = (style: Parameters<typeof emptyText>[1]) =>
    emptyText('basic.rectangle', style).paragraphs[0]?.runs[0]?.colour
  expect(colour({ ...red.style, fill })).toBe('#ffffff')
  expect(colour({ ...red.style, fill: { kind: 'gradient', from: '#06635d', to: '#ffffff' } })).toBe('#ffffff')
  for (const light of ['#fde8e6', '#ffc53d', '#8a8a8a', '#00000022'] as const)
    expect(colour({ ...red.style, fill: { kind: 'solid', colour: light } })).toBe('#22201c')
  expect(colour({ ...red.style, fill: { kind: 'none' } })).toBe('#22201c')
})
