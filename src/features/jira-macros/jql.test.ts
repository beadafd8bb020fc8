import { describe, expect, it } from 'vitest'
import { targetOf } from './addresses-shared.ts'
import { columnsOf } from './columns.ts'
import { conditionsOf, orderedBy, restricted } from './jql.ts'

describe('the order of a query', () => {
  it.each([
    ['project = A', 'project = A'],
    ['project = A ORDER BY key', 'project = A'],
    ['summary ~ "order by" order  by created DESC, key', 'summary ~ "order by"'],
    [String.raw`summary ~ "a \" order by b"`, String.raw`summary ~ "a \" order by b"`],
    ['ORDER BY key', ''],
    ['border by = 1', 'border by = 1'],
  ])('of %s is left out', (jql, expected) => expect(conditionsOf(jql)).toBe(expected))

  it('is replaced, and conditions are added before it', () => {
    expect(orderedBy('a = 1 order by b', 'cf[10]', 'desc')).toBe('a = 1 ORDER BY cf[10] DESC')
    expect(restricted('a = 1 OR b = 2 order by c', 'created >= -30d')).toBe('(a = 1 OR b = 2) AND created >= -30d')
    expect(restricted('', 'created >= -30d')).toBe('created >= -30d')
  })
})

describe('a text of a macro', () => {
  it.each([
    ['dev-12', { kind: 'issue', key: 'DEV-12' }],
    [' DEV_X-1 ', { kind: 'issue', key: 'DEV_X-1' }],
    ['https://jira.example.com/browse/DEV-1?focusedId=9', { kind: 'issue', key: 'DEV-1' }],
    ['https://jira.example.com/jira/projects/DEV/issues/DEV-7', { kind: 'issue', key: 'DEV-7' }],
    ['https://jira.example.com/jira/boards/2?selectedIssue=DEV-3', { kind: 'issue', key: 'DEV-3' }],
    ['https://jira.example.com/issues/?jql=project%20%3D%20DEV', { kind: 'search', jql: 'project = DEV' }],
    ['https://jira.example.com/issues/?filter=123', { kind: 'search', jql: 'filter = 123' }],
    [
      'https://jira.example.com/sr/jira.issueviews:searchrequest-xml/99/SearchRequest-99.xml?tempMax=1',
      { kind: 'search', jql: 'filter = 99' },
    ],
    [
      'https://jira.example.com/sr/jira.issueviews:searchrequest-xml/temp/SearchRequest.xml?jqlQuery=a+%3D+1',
      { kind: 'search', jql: 'a = 1' },
    ],
    [
      'https://jira.example.com/boards/2/timeline',
      { kind: 'address', url: 'https://jira.example.com/boards/2/timeline' },
    ],
    ['project = DEV-1', { kind: 'search', jql: 'project = DEV-1' }],
  ])('%s is an issue, a search or an address', (text, expected) => expect(targetOf(text)).toEqual(expected))

  it('may be empty', () => expect(targetOf('  ')).toBeUndefined())
})

describe('the columns of a table', () => {
  it('are as wide as the specification says [P9-17]', () => {
    const widths = Object.fromEntries(
      columnsOf(['type', 'priority', 'status', 'key', 'summary', 'description', 'resolution', 'assignee', 'due']).map(
        ({ field, width }) => [field, width],
      ),
    )
    expect(widths).toEqual({
      issuetype: 30,
      priority: 50,
      status: 100,
      issuekey: 90,
      summary: 250,
      description: 250,
      resolution: 80,
      assignee: 140,
      duedate: 80,
    })
    for (const { field, width } of columnsOf([])) if (!(field in widths)) expect([80, 140], field).toContain(width)
  })

  it('have the ids of fields where a macro has them, and their names as headings', () => {
    const columns = columnsOf(['key', 'End Date', 'due'], ['issuekey', 'customfield_18112', 'duedate'])
    expect(columns.map(({ field, heading, order }) => [field, heading, order])).toEqual([
      ['issuekey', 'Key', 'key'],
      ['customfield_18112', 'End Date', 'cf[18112]'],
      ['duedate', 'Due', 'duedate'],
    ])
  })

  it('are each there once, and the usual ones where none is named', () => {
    expect(columnsOf(['key', 'Key', 'issuekey']).map(({ field }) => field)).toEqual(['issuekey'])
    expect(columnsOf([]).map(({ heading }) => heading)).toEqual(
      'Type Key Summary Assignee Reporter Priority Status Resolution Created Updated Due'.split(' '),
    )
  })
})
