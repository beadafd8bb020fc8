import { describe, expect, it } from 'vitest'
import { recentOf } from './recent.ts'

describe('recent shapes', () => {
  it('begin with what most diagrams need', () => {
    expect(recentOf([], [])).toEqual([
      'basic.rectangle',
      'basic.rounded-rectangle',
      'flowchart.decision',
      'basic.ellipse',
      'basic.text',
    ])
  })
  it('are those used last, each once, and no unknown ones', () => {
    expect(recentOf(['network.server', 'basic.ellipse'], ['basic.ellipse', 'gone.shape', 'network.router'])).toEqual([
      'network.server',
      'basic.ellipse',
      'network.router',
      'basic.rectangle',
      'basic.rounded-rectangle',
    ])
  })
})
