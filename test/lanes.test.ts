import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../scripts/lib/packages.mjs'
import { BOTH_ENGINES, Lanes, RULES, type Case } from './lanes.ts'

const cases = (...names: string[]): Case[] => names.map(name => ({ names: ['suite', name] }))
const on = (engine: string, name: string): Case => ({ names: [`suite (${engine})`, name] })
const FILE = 'src/a.test.ts'

describe('lanes', () => {
  it('run a case on PostgreSQL only where the engines differ', () => {
    const both = [on('sqlite', 'reads'), on('postgres', 'reads'), on('sqlite', 'names PostgreSQL')]
    expect(new Lanes([], {}, 0).left(FILE, both)).toEqual([1])
    expect(new Lanes([], { [FILE]: 'locks' }, 0).left(FILE, both)).toEqual([])
  })

  it('leave what a rule names to the full lane, below a folder too', () => {
    const rules = [
      { files: FILE, cases: /slow$/, lane: 'full', why: '' },
      { files: 'src/long/', lane: 'full', why: '' },
    ] as const
    const lanes = new Lanes(rules, {}, 0)
    expect(lanes.left(FILE, cases('quick', 'very slow', 'slow and quick'))).toEqual([1])
    expect(lanes.left('src/long/b.test.ts', cases('one', 'two'))).toEqual([0, 1])
    expect(lanes.left('src/longer.test.ts', cases('one'))).toEqual([])
  })

  it('run each case of a sweep in one of its shares, and some in all', () => {
    const sweep = [{ files: FILE, cases: /^suite > \d/, lane: 3, always: /failed once/, why: '' }] as const
    const all = cases('0', '1', 'no part of it', '2', '3 failed once', '4', '5')
    const ran = [0, 1, 2, 7].map(share => {
      const left = new Lanes(sweep, {}, share).left(FILE, all)
      return all.filter((_, index) => !left.includes(index)).map(({ names }) => names[1])
    })
    expect(ran).toEqual([
      ['0', 'no part of it', '3 failed once', '4'],
      ['1', 'no part of it', '3 failed once', '5'],
      ['no part of it', '2', '3 failed once'],
      ['1', 'no part of it', '3 failed once', '5'],
    ])
  })

  it('run whole files in one of the shares, and some in all', () => {
    const sweep = [{ files: /\.e2e\.ts$/, lane: 3, wholeFiles: true, always: /always/, why: '' }] as const
    const files = ['a', 'b', 'c', 'd', 'e', 'f', 'always'].map(name => `src/${name}.e2e.ts`)
    const all = cases('first', 'second')
    const ran = [0, 1, 2].map(share =>
      files.filter(file => {
        const left = new Lanes(sweep, {}, share).left(file, all)
        expect([0, 2]).toContain(left.length)
        return left.length === 0
      }),
    )
    const times = files.map(file => ran.flat().filter(one => one === file).length)
    expect(times).toEqual([1, 1, 1, 1, 1, 1, 3])
    expect(ran.filter(share => share.length === files.length)).toEqual([])
  })

  it('leave what takes long, sweeps and PostgreSQL out of the fast lane', () => {
    const rules = [
      { files: FILE, cases: /slow$/, lane: 'quick', why: '' },
      { files: FILE, cases: /\d$/, lane: 1, why: '' },
      { files: FILE, cases: /killed$/, lane: 'full', why: '' },
    ] as const
    const all = [...cases('slow', '0', 'killed', 'other'), on('postgres', 'reads')]
    const both = { [FILE]: 'locks' }
    expect(new Lanes(rules, both, 0, 'fast').left(FILE, all)).toEqual([0, 1, 2, 4])
    expect(new Lanes(rules, both, 0, 'quick').left(FILE, all)).toEqual([2])
  })

  it('have rules for files that exist', () => {
    const named = RULES.map(rule => rule.files).filter(files => typeof files === 'string')
    const files = [...named, ...Object.keys(BOTH_ENGINES)]
    expect(files.filter(file => !existsSync(join(root, file)))).toEqual([])
  })
})
