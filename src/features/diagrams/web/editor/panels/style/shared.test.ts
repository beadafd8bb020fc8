import { describe, expect, it } from 'vitest'
import type { ConnectorObject, DiagramObject, ShapeObject } from '#diagrams/model/document.ts'
import { dashName, sharedOf, sharedStyle } from './shared.ts'

const base = { parent: null, layer: 'l', order: 'a0' } as const
const shape = (fields: Partial<ShapeObject> = {}): ShapeObject => ({
  ...base,
  id: 's',
  kind: 'shape',
  shape: 'basic.rectangle',
  x: 0,
  y: 0,
  width: 10,
  height: 10,
  style: { fill: { kind: 'solid', colour: '#ffffff' }, stroke: { colour: '#000000', width: 1 } },
  ...fields,
})
const connector = (fields: Partial<ConnectorObject> = {}): ConnectorObject => ({
  ...base,
  id: 'c',
  kind: 'connector',
  from: { at: { x: 0, y: 0 } },
  to: { at: { x: 9, y: 9 } },
  route: 'orthogonal',
  waypoints: [],
  stroke: { colour: '#000000', width: 2 },
  startArrow: 'none',
  endArrow: 'filled',
  labels: [],
  ...fields,
})
const text = (...runs: { size: number; bold?: boolean }[]): NonNullable<ShapeObject['text']> => ({
  vertical: 'middle',
  paragraphs: [{ align: 'center', runs: runs.map(run => ({ text: 'x', font: 'sans', colour: '#000000', ...run })) }],
})

describe('what selected objects have in common', () => {
  it('is the value, nothing, or mixed', () => {
    expect(sharedOf([1, 1], item => [item])).toEqual({ value: 1 })
    expect(sharedOf([1, 2], item => [item])).toEqual({ value: null })
    expect(sharedOf([1, 2], () => [])).toBeNull()
    expect(sharedOf([[1], [], [1]], item => item)).toEqual({ value: 1 })
  })

  it('tells fills apart, and where gradients begin and end', () => {
    const gradient = shape({
      style: { fill: { kind: 'gradient', from: '#ffffff', to: '#112233' }, stroke: { colour: '#000000', width: 1 } },
    })
    const { fillKind, fill, fillTo, fillAngle } = sharedStyle([shape(), gradient])
    expect(fillKind).toEqual({ value: null })
    expect(fill).toEqual({ value: '#ffffff' })
    expect(fillTo).toEqual({ value: '#112233' })
    expect(fillAngle).toEqual({ value: 90 })
  })

  it('joins lines of shapes and connectors, and keeps what only connectors have', () => {
    const { stroke, strokeWidth, endArrow, route, fillKind, cornerRadius } = sharedStyle([shape(), connector()])
    expect(stroke).toEqual({ value: '#000000' })
    expect(strokeWidth).toEqual({ value: null })
    expect(endArrow).toEqual({ value: 'filled' })
    expect(route).toEqual({ value: 'orthogonal' })
    expect(cornerRadius).toEqual({ value: 0 })
    expect(fillKind).toEqual({ value: 'solid' })
    expect(sharedStyle([connector()]).fillKind).toBeNull()
    expect(sharedStyle([connector({ route: 'straight' })]).cornerRadius).toBeNull()
  })

  it('says mixed for one text of several looks', () => {
    const { text: found } = sharedStyle([shape({ text: text({ size: 12, bold: true }, { size: 14, bold: true }) })])
    expect(found?.size).toEqual({ value: null })
    expect(found?.bold).toEqual({ value: true })
    expect(found?.italic).toEqual({ value: false })
    expect(found?.vertical).toEqual({ value: 'middle' })
    expect(sharedStyle([shape()]).text).toBeNull()
  })

  it('knows labels of connectors as text, which stands nowhere by itself', () => {
    const labelled = connector({ labels: [{ text: text({ size: 11 }), along: 0.5, across: 0 }] })
    const { text: found } = sharedStyle([labelled])
    expect(found?.size).toEqual({ value: 11 })
    expect(found?.vertical).toBeNull()
  })

  it('offers parameters of shapes of one kind alone', () => {
    const round = (radius?: number) =>
      shape({ shape: 'basic.rounded-rectangle', ...(radius === undefined ? {} : { parameters: { radius } }) })
    const [one] = sharedStyle([round(4), round(4)]).parameters
    expect(one?.shared).toEqual({ value: 4 })
    const [other] = sharedStyle([round(4), round()]).parameters
    expect(other?.shared).toEqual({ value: null })
    expect(sharedStyle([round(4), shape()]).parameters).toEqual([])
  })

  it('has nothing to say of a group or of nothing', () => {
    const group: DiagramObject = { ...base, id: 'g', kind: 'group', x: 0, y: 0, width: 1, height: 1 }
    for (const objects of [[], [group]]) {
      const { fillKind, stroke, opacity, text: found } = sharedStyle(objects)
      expect([fillKind, stroke, opacity, found]).toEqual([null, null, null, null])
    }
  })

  it('calls dashes by name, and those of other programs “other”', () => {
    expect([dashName(undefined), dashName([]), dashName([4, 3]), dashName([5, 5])]).toEqual([
      'solid',
      'solid',
      'dashed',
      'other',
    ])
  })
})
