import { describe, expect, it } from 'vitest'
import type { CqlContext } from './context.ts'
import { parseDate, unitAround } from './dates.ts'
import { CqlSyntaxError } from './errors.ts'
import { positivePredicates } from './predicates.ts'
import { resolveCql } from './semantics.ts'

/** Wednesday, 20 November 2024, 15:30:45.123 in Berlin (UTC+1). */
const now = Date.parse('2024-11-20T15:30:45.123+01:00')
const context: CqlContext = {
  user: { key: 'key-jane', username: 'jane' },
  spaceKey: 'DEV',
  contentId: 42,
  now,
  timeZone: 'Europe/Berlin',
}
const where = (query: string, change: Partial<CqlContext> = {}) => resolveCql(query, { ...context, ...change }).where
const at = (iso: string) => Date.parse(iso)

function errorOf(query: string, change: Partial<CqlContext> = {}): CqlSyntaxError {
  try {
    resolveCql(query, { ...context, ...change })
  } catch (error) {
    if (error instanceof CqlSyntaxError) return error
    throw error
  }
  throw new Error(`resolved: ${query}`)
}

describe('resolveCql', () => {
  it('makes predicates of clauses and nodes of negations', () => {
    expect(where('space = DEV and type != page and Ancestor not in ("42", att7, 42)')).toEqual({
      kind: 'and',
      nodes: [
        { kind: 'strings', field: 'space', values: ['DEV'] },
        { kind: 'not', node: { kind: 'strings', field: 'type', values: ['page'] } },
        { kind: 'not', node: { kind: 'ids', field: 'ancestor', ids: [42, 7] } },
      ],
    })
  })

  it('knows the fields by their other names, in any case', () => {
    expect(where('SPACE.KEY = x or content = 1 or favorite = jane or LastModified > 2024-01-01')).toMatchObject({
      nodes: [{ field: 'space' }, { field: 'id' }, { field: 'favourite' }, { field: 'lastmodified' }],
    })
  })

  it('resolves who and where', () => {
    expect(where('creator in (currentUser(), bob)')).toEqual({
      kind: 'users',
      field: 'creator',
      users: [
        { by: 'key', key: 'key-jane' },
        { by: 'name', name: 'bob' },
      ],
    })
    expect(where('user = currentUser()')).toEqual({ kind: 'strings', field: 'user', values: ['jane'] })
    expect(where('space = currentSpace()')).toEqual({ kind: 'strings', field: 'space', values: ['DEV'] })
    expect(where('parent = currentContent ( )')).toEqual({ kind: 'ids', field: 'parent', ids: [42] })
  })

  it('leaves lists of the database to the compiler', () => {
    expect(where('space in (favouriteSpaces(), DEV)')).toEqual({
      kind: 'or',
      nodes: [
        { kind: 'strings', field: 'space', values: ['DEV'] },
        { kind: 'collection', field: 'space', collection: 'favouriteSpaces', limit: 50, offset: 0 },
      ],
    })
    expect(where('id in recentlyViewedContent(5000, 10)')).toMatchObject({
      collection: 'recentlyViewedContent',
      limit: 200,
      offset: 10,
    })
  })

  it('finds nothing of an anonymous reader', () => {
    expect(where('creator = currentUser()', { user: null })).toEqual({ kind: 'none' })
    expect(where('creator in (currentUser(), bob)', { user: null })).toMatchObject({
      kind: 'or',
      nodes: [{ kind: 'users' }, { kind: 'none' }],
    })
    expect(where('space = favouriteSpaces()', { user: null })).toEqual({ kind: 'none' })
  })

  it('accepts types that never occur here, and finds none', () => {
    expect(where('type in (Page, whiteboard, "com.acme:calendar")')).toEqual({
      kind: 'strings',
      field: 'type',
      values: ['page'],
    })
    expect(where('type = folder')).toEqual({ kind: 'none' })
  })

  it('reads text values', () => {
    expect(where('title ~ "Über*"')).toEqual({ kind: 'text', field: 'title', query: { kind: 'prefix', token: 'uber' } })
    expect(where('text !~ "a b"')).toMatchObject({
      kind: 'not',
      node: { query: { kind: 'and', must: [{ token: 'a' }, { token: 'b' }] } },
    })
    expect(where('siteSearch ~ "..."')).toEqual({ kind: 'none' })
  })

  it('asks once for the texts of a field of which one must occur', () => {
    expect(where('text ~ "a*" or (text ~ b or title ~ c) or type = page or text ~ "d* e"')).toEqual({
      kind: 'or',
      nodes: [
        {
          kind: 'text',
          field: 'text',
          query: {
            kind: 'or',
            nodes: [
              { kind: 'prefix', token: 'a' },
              { kind: 'term', token: 'b' },
              {
                kind: 'and',
                must: [
                  { kind: 'prefix', token: 'd' },
                  { kind: 'term', token: 'e' },
                ],
                not: [],
              },
            ],
          },
        },
        { kind: 'text', field: 'title', query: { kind: 'term', token: 'c' } },
        { kind: 'strings', field: 'type', values: ['page'] },
      ],
    })
    expect(where('title ~ a or title ~ "b*"')).toMatchObject({ kind: 'text', field: 'title' })
    expect(where('title ~ "a*" or title ~ "a*" or (title ~ "a*" and title ~ "a*")')).toEqual({
      kind: 'text',
      field: 'title',
      query: { kind: 'prefix', token: 'a' },
    })
    expect(where('title ~ a or title !~ b')).toMatchObject({ kind: 'or', nodes: [{ kind: 'text' }, { kind: 'not' }] })
  })

  it('makes half-open ranges of dates in the reader’s zone', () => {
    const day = at('2024-07-01T00:00+02:00')
    expect(where('created = 2024-07-01')).toEqual({
      kind: 'range',
      field: 'created',
      from: day,
      to: at('2024-07-02T00:00+02:00'),
    })
    expect(where('created > 2024/07/01')).toEqual({ kind: 'range', field: 'created', from: day + 1 })
    expect(where('created >= "2024-07-01"')).toEqual({ kind: 'range', field: 'created', from: day })
    expect(where('created < "2024-07-01 00:00"')).toEqual({ kind: 'range', field: 'created', to: day })
    expect(where('created <= 2024-07-01')).toEqual({ kind: 'range', field: 'created', to: day + 1 })
    expect(where('created != 2024-07-01')).toMatchObject({ kind: 'not', node: { kind: 'range' } })
  })

  it.each([
    ['now()', now],
    ['now("-4w")', at('2024-10-23T15:30:45.123+02:00')],
    ['now(-2h)', at('2024-11-20T13:30:45.123+01:00')],
    ['now("9M")', at('2025-08-20T15:30:45.123+02:00')],
    ['"-1y"', at('2023-11-20T15:30:45.123+01:00')],
    ['startOfDay()', at('2024-11-20T00:00+01:00')],
    ['startOfDay("+1d")', at('2024-11-21T00:00+01:00')],
    ['endOfDay("-1d")', at('2024-11-19T23:59:59.999+01:00')],
    ['startOfWeek()', at('2024-11-18T00:00+01:00')],
    ['endOfWeek()', at('2024-11-24T23:59:59.999+01:00')],
    ['startOfMonth("-1M")', at('2024-10-01T00:00+02:00')],
    ['endOfMonth("-1M")', at('2024-10-31T23:59:59.999+01:00')],
    ['startOfYear()', at('2024-01-01T00:00+01:00')],
    ['endOfYear()', at('2024-12-31T23:59:59.999+01:00')],
  ])('resolves %s', (date, instant) => {
    expect(where(`created >= ${date}`)).toEqual({ kind: 'range', field: 'created', from: instant })
  })

  it('sorts by sortable fields', () => {
    expect(resolveCql('type = page order by lastModified desc, space.key', context).orderBy).toEqual([
      { field: 'lastmodified', direction: 'desc' },
      { field: 'space', direction: 'asc' },
    ])
  })

  it.each([
    ['spce = DEV', 0, 'Did you mean "space"', 'space.key'],
    ['type = page and nonsense = 1', 16, 'There is no field "nonsense"', 'ancestor'],
    ['text = foo', 5, 'cannot be used with "="', '~'],
    ['space ~ foo', 6, 'cannot be used with "~"', 'in'],
    ['created in (2024-01-01)', 8, 'cannot be used with "in"', '>='],
    ['ancestor = foo', 11, 'no content id', 'a number'],
    ['id in (1, 2, x)', 13, 'no content id', 'currentContent()'],
    ['type = pgae', 7, 'There is no type', 'page'],
    ['space.type = big', 13, 'There is no space type', 'personal'],
    ['created > tomorrow', 10, 'no date', 'yyyy-MM-dd'],
    ['created > 2024-02-30', 10, 'no date', 'now()'],
    ['created > now("4x")', 14, 'no increment', '"-4w"'],
    ['created > currentUser()', 10, 'no value that "created" could have', 'startOfDay()'],
    ['creator = nobody()', 10, 'There is no function', 'currentUser()'],
    ['creator = currentUser(x)', 22, 'takes no arguments', ')'],
    ['type = page order by text', 21, 'cannot be sorted', 'created'],
  ])('says what is wrong with %s', (query, position, message, expected) => {
    const error = errorOf(query)
    expect(error.position).toBe(position)
    expect(error.message).toContain(message)
    expect(error.expected).toContain(expected)
  })

  it('needs a place for currentContent() and currentSpace(), and a value', () => {
    expect(errorOf('parent = currentContent()', { contentId: undefined }).position).toBe(9)
    expect(errorOf('space = currentSpace()', { spaceKey: undefined }).position).toBe(8)
    expect(errorOf('label = " "').message).toContain('empty value')
    expect(errorOf(`text ~ "${'word '.repeat(101)}"`).message).toContain('at most 100 words')
  })

  it('tells which predicates hold of what is found', () => {
    const node = where('text ~ a and not title ~ b and (label = c or label != d)')
    expect(positivePredicates(node).map(predicate => predicate.field)).toEqual(['text', 'label'])
  })
})

describe('dates', () => {
  const clock = { now, timeZone: 'Europe/Berlin' }

  it('knows days of 23 and 25 hours', () => {
    const hours = (date: string) => {
      const span = parseDate(date, clock)
      return span && (span.end - span.start) / 3_600_000
    }
    expect([hours('2024-03-31'), hours('2024-10-27'), hours('2024-06-01')]).toEqual([23, 25, 24])
  })

  it('reads a skipped and a doubled time', () => {
    expect(parseDate('2024-03-31 02:30', clock)?.start).toBe(at('2024-03-31T03:30+02:00'))
    expect(parseDate('2024-10-27 02:30', clock)?.start).toBe(at('2024-10-27T02:30+02:00'))
  })

  it('reads ISO 8601 with an offset', () => {
    expect(parseDate('2024-01-01T10:00:00.5Z', clock)).toEqual({
      start: at('2024-01-01T10:00:00.500Z'),
      end: at('2024-01-01T10:00:00.501Z'),
    })
    expect(parseDate('2024-01-01T10:00-05:30', clock)?.start).toBe(at('2024-01-01T15:30Z'))
  })

  it('ends a month moved into a shorter one on its last day', () => {
    expect(parseDate('+1M', { now: at('2024-01-31T12:00Z'), timeZone: 'UTC' })?.start).toBe(at('2024-02-29T12:00Z'))
  })

  it('stays within the calendar', () => {
    expect(parseDate('-999999y', clock)?.start).toBe(at('0001-01-01T00:00:00Z'))
    expect(parseDate('+999999w', clock)?.start).toBe(at('9999-12-31T23:59:59.999Z'))
  })

  it('takes weeks from Monday, also on a Sunday', () => {
    expect(unitAround(at('2024-12-01T12:00Z'), 'week', 'UTC')).toEqual({
      start: at('2024-11-25T00:00Z'),
      end: at('2024-12-02T00:00Z'),
    })
  })
})
