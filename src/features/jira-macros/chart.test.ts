import { describe, expect, it } from 'vitest'
import { byPeriod, countedBy, crossed } from './chart.ts'

describe('numbers of issues', () => {
  it('are counted by value, for each of several, and for none', () => {
    expect(countedBy([['a'], ['b', 'a'], [], ['b'], ['b']])).toEqual([
      { label: 'b', values: [3] },
      { label: 'a', values: [2] },
      { label: 'None', values: [1] },
    ])
  })

  it('are crossed, with the sum of each row', () => {
    const pairs = [
      { x: ['Done'], y: ['Bug'] },
      { x: ['Open'], y: ['Bug'] },
      { x: ['Done'], y: ['Task'] },
      { x: ['Done'], y: [] },
      { x: ['Done'], y: ['Bug'] },
    ]
    const table = crossed(pairs, { byCount: true, isDescending: true })
    expect(table.columns).toEqual(['Done', 'Open'])
    expect(table.rows).toEqual([
      { label: 'Bug', values: [2, 1, 3] },
      { label: 'Task', values: [1, 0, 1] },
      { label: 'None', values: [1, 0, 1] },
    ])
    expect(crossed(pairs, { byCount: false, isDescending: false }).rows.map(({ label }) => label)).toEqual([
      'Bug',
      'None',
      'Task',
    ])
  })

  const at = (text: string) => Date.parse(`${text}Z`)

  it('are counted by period, each moment once', () => {
    const options = { since: at('2026-01-29T13:00'), now: at('2026-02-01T09:00'), isCumulative: false }
    const moments = [[at('2026-01-29T00:00'), at('2026-01-29T23:59'), at('2026-02-01T00:00')], [at('2026-01-31T12:00')]]
    expect(byPeriod(moments, { ...options, period: 'daily' })).toEqual([
      { label: '2026-01-29', values: [2, 0] },
      { label: '2026-01-30', values: [0, 0] },
      { label: '2026-01-31', values: [0, 1] },
      { label: '2026-02-01', values: [1, 0] },
    ])
    expect(byPeriod(moments, { ...options, period: 'daily', isCumulative: true }).at(-1)?.values).toEqual([3, 1])
    expect(byPeriod(moments, { ...options, period: 'weekly' })).toEqual([{ label: '2026-01-26', values: [3, 1] }])
    expect(byPeriod(moments, { ...options, period: 'monthly' })).toEqual([
      { label: '2026-01', values: [2, 1] },
      { label: '2026-02', values: [1, 0] },
    ])
    expect(byPeriod(moments, { ...options, period: 'quarterly' })).toEqual([{ label: '2026-01', values: [3, 1] }])
    expect(byPeriod(moments, { ...options, period: 'yearly' })).toEqual([{ label: '2026', values: [3, 1] }])
    expect(byPeriod(moments, { ...options, period: 'hourly' })).toHaveLength(69)
  })

  it('of many years are cut to a bounded number of periods', () => {
    const options = { period: 'hourly', since: 0, now: at('2026-01-01T00:00'), isCumulative: false } as const
    expect(byPeriod([[]], options)).toHaveLength(400)
  })
})
