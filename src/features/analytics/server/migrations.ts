import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-23-40-analytics', ({ types: { id, integer, key } }) => {
    const content = `content_id ${integer} references content (id) on delete cascade`
    return [
      `create table analytics_event (
        id ${id}, at ${integer} not null, name ${key} not null,
        account_id ${integer} references account (id) on delete cascade, ${content}, data text)`,
      'create index analytics_event_at on analytics_event (at)',
      'create index analytics_event_content on analytics_event (content_id, name, at)',
      'create index analytics_event_account on analytics_event (account_id)',
      `create table analytics_day (
        day ${integer} primary key, views ${integer} not null, readers ${integer} not null,
        edits ${integer} not null, editors ${integer} not null)`,
      `create table analytics_page_day (
        day ${integer} not null, ${content}, views ${integer} not null, readers ${integer} not null,
        primary key (day, content_id))`,
      'create index analytics_page_day_content on analytics_page_day (content_id, day)',
      `create table analytics_search_day (
        day ${integer} not null, query ${key} not null, times ${integer} not null, primary key (day, query))`,
    ]
  }),
]
