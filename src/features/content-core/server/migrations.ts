import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-21-30-content', ({ types: { id, integer, key }, engine }) => {
    const content = `${integer} not null references content (id) on delete cascade`
    return [
      `create table content (
        id ${id}, type ${key} not null, status ${key} not null, space_id ${integer} not null references space (id),
        parent_id ${integer} references content (id), container_id ${integer} references content (id),
        title text not null, title_key ${key} not null, position ${key} not null, version ${integer} not null,
        creator_id ${integer} references account (id), created_at ${integer} not null,
        updater_id ${integer} references account (id), updated_at ${integer} not null,
        guard_id ${integer}, posting_day ${key}, trashed_at ${integer}, trashed_by ${integer})`,
      // One current page of a title in a space; posts may share a title on different days.
      `create unique index content_page_title on content (space_id, title_key) where type = 'page' and status = 'current'`,
      `create index content_post_title on content (space_id, title_key, posting_day) where type = 'blogpost'`,
      // Covers the children of a page in tree order without touching the table.
      `create index content_children on content (parent_id, status, type, position, id, title, guard_id, space_id)`,
      `create index content_roots on content (space_id, type, status, parent_id, position, id)`,
      `create index content_contained on content (container_id, type, status, title_key, id)`,
      `create index content_updated on content (status, updated_at, id)`,
      `create index content_space_updated on content (space_id, status, updated_at, id)`,
      `create index content_guard on content (guard_id) where guard_id is not null`,
      `create index content_creator on content (creator_id, created_at)`,
      `create table content_version (
        content_id ${content}, number ${integer} not null, author_id ${integer}, at ${integer} not null,
        message text not null, minor ${integer} not null, title text not null, storage text not null,
        primary key (content_id, number))`,
      `create index content_version_author on content_version (author_id, content_id)`,
      `create table content_link (
        id ${id}, from_id ${content}, kind ${key} not null, space_id ${integer}, target_key ${key} not null, target_id ${integer})`,
      `create index content_link_from on content_link (from_id)`,
      `create index content_link_named on content_link (kind, space_id, target_key)`,
      `create index content_link_target on content_link (target_id) where target_id is not null`,
      `create table content_render (
        content_id ${content}, mode ${key} not null, version ${integer} not null, html text not null,
        dependencies text not null, primary key (content_id, mode))`,
      `create table edit_draft (
        content_id ${content}, account_id ${integer} not null references account (id) on delete cascade,
        base_version ${integer} not null, title text not null, storage text not null, updated_at ${integer} not null,
        primary key (content_id, account_id))`,
      // No foreign key to users and groups: a restriction to someone who is gone must stay, or the page would open.
      `create table restriction (
        id ${id}, content_id ${content}, operation ${key} not null,
        account_id ${integer}, group_id ${integer})`,
      `create unique index restriction_grant on restriction (content_id, operation, coalesce(account_id, 0), coalesce(group_id, 0))`,
      // The chain of restricted pages from each restricted page upwards, itself included.
      `create table guard_link (
        guard_id ${integer} not null, link_id ${integer} not null, primary key (guard_id, link_id))`,
      `create index guard_link_link on guard_link (link_id)`,
      // Clients write the parent id 1 for "no parent", so no content may ever be number 1.
      engine === 'sqlite'
        ? `insert into sqlite_sequence (name, seq) values ('content', ${FIRST_ID - 1})`
        : `alter table content alter column id restart with ${FIRST_ID}`,
    ]
  }),
  migration('2026-11-21-90-content-tree-indexes', () => [
    // Both orders of the tree, without touching the table. A single index would lead SQLite to go through the
    // top-level pages of all spaces to find those of one, and through all comments without an answer to find those
    // of a page.
    'drop index content_children',
    'create index content_children on content (parent_id, status, type, position, id, title, guard_id, space_id) where parent_id is not null',
    'drop index content_roots',
    'create index content_roots on content (space_id, type, status, position, id, parent_id, title, guard_id) where parent_id is null',
    'create index content_in_space on content (space_id, type, status, id)',
  ]),
  migration('2026-11-21-95-content-macros', ({ types: { integer, key } }) => [
    `create table content_macro (
        content_id ${integer} not null references content (id) on delete cascade, name ${key} not null, primary key (content_id, name))`,
    'create index content_macro_name on content_macro (name, content_id)',
    // A wiki with pages lets a job read them; see the feature "macro-search".
    `insert into setting (name, value) select 'macro-search.unread', 'true' where exists (select 1 from content)`,
  ]),
  migration('2026-11-22-10-content-listed', () => [
    // Lists of the whole wiki by id; what is skipped on the way to a later page is judged without touching the table.
    // Without the condition, SQLite would go through the comments of all pages to find those of one.
    `create index content_listed on content (type, status, id, space_id, guard_id) where container_id is null`,
  ]),
  migration('2026-11-22-20-content-partial-indexes', () => [
    // Pages and posts have no container: with them in it, the index seems to lead to few of them.
    `drop index content_contained`,
    `create index content_contained on content (container_id, type, status, title_key, id) where container_id is not null`,
    // The drafts of one account, which would otherwise be looked for among those of all, and among all pages.
    `create index content_drafts on content (creator_id, id) where status = 'draft'`,
    `create index edit_draft_account on edit_draft (account_id, content_id)`,
  ]),
  migration('2026-11-26-20-content-covering', () => [
    // Permissions for the results are judged without touching the table, up to the most that a search counts.
    `drop index content_updated`,
    `create index content_updated on content (status, updated_at, id, space_id, guard_id, container_id)`,
    `drop index content_space_updated`,
    `create index content_space_updated on content (space_id, status, updated_at, id, guard_id, container_id)`,
    `create index content_created on content (status, created_at, id, space_id, guard_id, container_id)`,
    // Authors are counted without touching the rows, which hold the texts.
    `create index content_version_written on content_version (content_id, author_id, at)`,
    // As content_listed, for comments and files.
    `create index content_held on content (type, status, id, space_id, guard_id, container_id) where container_id is not null`,
  ]),
  migration('2026-11-27-80-content-awaited-parents', ({ types: { integer, key } }) => [
    `create table awaited_parent (
        content_id ${integer} not null primary key references content (id) on delete cascade,
        parent_id ${integer} not null references content (id) on delete cascade, position ${key} not null)`,
    'create index awaited_parent_parent on awaited_parent (parent_id)',
  ]),
  migration('2026-11-27-81-content-former-titles', ({ types: { integer, key } }) => [
    `create table former_title (
        content_id ${integer} not null references content (id) on delete cascade,
        space_id ${integer} not null references space (id) on delete cascade, title_key ${key} not null,
        primary key (space_id, title_key, content_id))`,
    'create index former_title_content on former_title (content_id)',
  ]),
  migration('2026-11-29-10-content-version-authors', ({ types: { integer } }) => [
    `create table version_author (
        content_id ${integer} not null, number ${integer} not null,
        account_id ${integer} not null references account (id) on delete cascade,
        primary key (content_id, number, account_id),
        foreign key (content_id, number) references content_version (content_id, number) on delete cascade)`,
    'create index version_author_account on version_author (account_id, content_id, number)',
  ]),
]

const FIRST_ID = 65_537
