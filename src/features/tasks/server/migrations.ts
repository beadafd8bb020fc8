import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-23-40-inline-tasks', ({ types: { id, integer, key } }) => [
    `create table inline_task (
        id ${id}, content_id ${integer} not null references content (id) on delete cascade,
        page_id ${integer} not null references content (id) on delete cascade,
        task_id ${key} not null, position ${integer} not null, status ${key} not null, description text not null,
        due_on ${key} not null,
        assignee_id ${integer} references account (id) on delete set null,
        creator_id ${integer} references account (id) on delete set null,
        created_at ${integer} not null, completed_by ${integer} references account (id) on delete set null,
        completed_at ${integer},
        reminded_on ${key})`,
    'create unique index inline_task_of on inline_task (content_id, task_id)',
    'create index inline_task_page on inline_task (page_id, status)',
    'create index inline_task_due on inline_task (status, due_on, id)',
    'create index inline_task_assignee on inline_task (assignee_id, status, due_on, id) where assignee_id is not null',
    'create index inline_task_creator on inline_task (creator_id, status, due_on, id) where creator_id is not null',
    `insert into setting (name, value) select 'tasks.unread', 'true' where exists (select 1 from content)`,
  ]),
]
