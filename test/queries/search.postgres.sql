delete
  from "search_document"
  where "id" in (…);

delete
  from "search_passage"
  where "document_id" in (…);

insert into "search_document" ("id", "content_id", "space_id", "account_id", "version", "title", "text", "passages")
  values (…)
  on conflict ("id") do update
  set "version" = "excluded"."version", "title" = "excluded"."title", "text" = "excluded"."text", "passages" = "excluded"."passages";

insert into search_index (id, words, titles)
  values (?, ?::tsvector, ?::tsvector)
  on conflict (id) do update
  set words = excluded.words, titles = excluded.titles;

insert into search_term (term) select unnest(?::text[])
  on conflict do nothing;

select "content"."id", "content"."type", "content"."title", "content"."version", "content_version"."storage"
  from "content"
  inner join "content_version" on "content_version"."content_id" = "content"."id" and "content_version"."number" = "content"."version"
  where "content"."id" in (…) and "content"."status" = ?
  order by "content"."id";

select "id"
  from "account"
  where "id" > ?
  order by "id"
  limit ?;

select "id"
  from "account"
  where "username_key" >= ? and "username_key" < ? and "active" = ? and "deleted_at" is null
  order by "username_key"
  limit ?;

select "id"
  from "content"
  where "id" > ?
  order by "id"
  limit ?;

select "id"
  from "content"
  where "title_key" >= ? and "title_key" < ? and "status" = ? and "type" in (…) and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and "space_id" in (select "space"."id"
  from "space"
  where "space"."status" = ?)
  order by "title_key", content.id
  limit ?;

select "id"
  from "content"
  where "title_key" >= ? and "title_key" < ? and "status" = ? and "type" in (…) and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and "space_id" in (select "space"."id"
  from "space"
  where "space"."status" = ?)
  order by "title_key", content.id
  limit ?;

select "id"
  from "space"
  where "id" > ?
  order by "id"
  limit ?;

select "id", "key", "name", "description"
  from "space"
  where "id" in (…) and "status" <> ?
  order by "id";

select "id", "text", case when passages is null then 0 else 1 end as "continues"
  from "search_document"
  where "id" in (…);

select "id", "username", "display_name"
  from "account"
  where "id" in (…) and "active" = ? and "deleted_at" is null
  order by "id";

select "term"
  from "search_term"
  where "term" > ? and "term" < ?
  limit ?;

select "term"
  from "search_term"
  where "term" >= ? and "term" < ?
  order by "term"
  limit ?;

select 'content' as entity, content.id as id
  from content
  where ((content.status = 'current' and (content.space_id in (select space.id
  from space
  where space.status = 'current' and 1 = 1)) is true and 1 = 1 is true and content.container_id is null) and content.type = 'page')
  order by content.id
  limit ?
  offset ?;

select 'content' as entity, content.id as id
  from content
  where ((content.status = 'current' and (content.space_id in (select space.id
  from space
  where space.status = 'current' and space.id in (select space_permission.space_id
  from space_permission
  where space_permission.permission = ? and ("space_permission"."account_id" = ? or "space_permission"."group_id" in (…) or ("space_permission"."account_id" is null and "space_permission"."group_id" is null))))) is true and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))) is true and content.container_id is null) and content.type = 'page')
  order by content.id
  limit ?
  offset ?;

select 'content' as entity, content.id as id, cast(content.updated_at as bigint) as "s0"
  from content
  where ((content.status = 'current' and (content.space_id in (select space.id
  from space
  where space.status = 'current' and 1 = 1)) is true and 1 = 1 is true and content.container_id is null) and (content.type = 'page' and content.id in (select content_macro.content_id
  from content_macro
  where content_macro.name in (…)) and content.type in ('page', 'blogpost')))
  order by content.updated_at desc, content.id
  limit ?
  offset ?;

select 'content' as entity, content.id as id, cast(content.updated_at as bigint) as "s0"
  from content
  where ((content.status = 'current' and (content.space_id in (select space.id
  from space
  where space.status = 'current' and 1 = 1)) is true and 1 = 1 is true and content.container_id is null) and (content.type in ('page', 'blogpost') and content.space_id = (select space.id
  from space
  where space.key_fold = ?)))
  order by content.updated_at desc, content.id
  limit ?
  offset ?;

select 'content' as entity, content.id as id, cast(content.updated_at as bigint) as "s0"
  from content
  where ((content.status = 'current' and (content.space_id in (select space.id
  from space
  where space.status = 'current' and space.id in (select space_permission.space_id
  from space_permission
  where space_permission.permission = ? and ("space_permission"."account_id" = ? or "space_permission"."group_id" in (…) or ("space_permission"."account_id" is null and "space_permission"."group_id" is null))))) is true and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))) is true and content.container_id is null) and (content.type = 'page' and content.id in (select content_macro.content_id
  from content_macro
  where content_macro.name in (…)) and content.type in ('page', 'blogpost')))
  order by content.updated_at desc, content.id
  limit ?
  offset ?;

select 'content' as entity, content.id as id, cast(content.updated_at as bigint) as "s0"
  from content
  where ((content.status = 'current' and (content.space_id in (select space.id
  from space
  where space.status = 'current' and space.id in (select space_permission.space_id
  from space_permission
  where space_permission.permission = ? and ("space_permission"."account_id" = ? or "space_permission"."group_id" in (…) or ("space_permission"."account_id" is null and "space_permission"."group_id" is null))))) is true and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))) is true and content.container_id is null) and (content.type in ('page', 'blogpost') and content.space_id = (select space.id
  from space
  where space.key_fold = ?)))
  order by content.updated_at desc, content.id
  limit ?
  offset ?;

select (select count(*)
  from (select 'content' as entity, content.id as id
  from content
  where ((content.status = 'current' and (content.space_id in (select space.id
  from space
  where space.status = 'current' and 1 = 1)) is true and 1 = 1 is true and content.container_id is null) and (content.type in ('page', 'blogpost') and content.space_id = (select space.id
  from space
  where space.key_fold = ?)))
  limit ?) as "content") as total;

select (select count(*)
  from (select 'content' as entity, content.id as id
  from content
  where ((content.status = 'current' and (content.space_id in (select space.id
  from space
  where space.status = 'current' and 1 = 1)) is true and 1 = 1 is true and content.container_id is null) and content.type = 'page')
  limit ?) as "content") as total;

select (select count(*)
  from (select 'content' as entity, content.id as id
  from content
  where ((content.status = 'current' and (content.space_id in (select space.id
  from space
  where space.status = 'current' and space.id in (select space_permission.space_id
  from space_permission
  where space_permission.permission = ? and ("space_permission"."account_id" = ? or "space_permission"."group_id" in (…) or ("space_permission"."account_id" is null and "space_permission"."group_id" is null))))) is true and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))) is true and content.container_id is null) and (content.type in ('page', 'blogpost') and content.space_id = (select space.id
  from space
  where space.key_fold = ?)))
  limit ?) as "content") as total;

select (select count(*)
  from (select 'content' as entity, content.id as id
  from content
  where ((content.status = 'current' and (content.space_id in (select space.id
  from space
  where space.status = 'current' and space.id in (select space_permission.space_id
  from space_permission
  where space_permission.permission = ? and ("space_permission"."account_id" = ? or "space_permission"."group_id" in (…) or ("space_permission"."account_id" is null and "space_permission"."group_id" is null))))) is true and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))) is true and content.container_id is null) and content.type = 'page')
  limit ?) as "content") as total;

select *
  from "content"
  where "title_key" = ? and "status" = ? and "type" in (…) and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and "space_id" in (select "space"."id"
  from "space"
  where "space"."status" = ?)
  order by content.id
  limit ?;

select *
  from "content"
  where "title_key" = ? and "status" = ? and "type" in (…) and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and "space_id" in (select "space"."id"
  from "space"
  where "space"."status" = ?)
  order by content.id
  limit ?;

select *
  from "search_state"
  where "id" = ?;

select count(*) as "n"
  from "account";

select count(*) as "n"
  from "content";

select count(*) as "n"
  from "space";

select gin_clean_pending_list('search_index_words'), gin_clean_pending_list('search_index_titles');

select search_index.id as id, (select max(id)
  from search_document) as newest
  from search_index
  where ("search_index"."titles" @@ ?::tsquery)
  limit ?
  offset ?;

select search_index.id as id, (select max(id)
  from search_document) as newest
  from search_index
  where ("search_index"."words" @@ ?::tsquery)
  limit ?
  offset ?;

update "search_state"
  set "phase" = ?, "after_id" = ?
  where "id" = ?;

update "search_state"
  set "phase" = ?, "after_id" = ?, "format" = ?
  where "id" = ?;

with matches as materialized (select 'content' as entity, content.id as id, hits.score * case content.type when 'comment' then 0.05 else 1 end as score
  from (with hits as materialized (select search_index.id, ts_rank(?::float4[], "search_index"."titles", ?::tsquery, 1) as score
  from search_index
  where "search_index"."titles" @@ ?::tsquery and search_index.id > 0) select id, score
  from hits) hits cross join lateral (select *
  from content
  where content.id = hits.id
  offset 0) content
  where true and true and ((content.status = 'current' and (content.space_id in (select space.id
  from space
  where space.status = 'current' and 1 = 1)) is true and 1 = 1 is true and content.container_id is null) and (content.type = 'page' and content.space_id = (select space.id
  from space
  where space.key_fold = ?)))) select entity, id, (select count(*)
  from matches) as total
  from matches
  order by score desc, entity, id
  limit ?
  offset ?;

with matches as materialized (select 'content' as entity, content.id as id, hits.score * case content.type when 'comment' then 0.05 else 1 end as score
  from (with hits as materialized (select search_index.id, ts_rank(?::float4[], "search_index"."titles", ?::tsquery, 1) as score
  from search_index
  where "search_index"."titles" @@ ?::tsquery and search_index.id > 0) select id, score
  from hits) hits cross join lateral (select *
  from content
  where content.id = hits.id
  offset 0) content
  where true and true and ((content.status = 'current' and (content.space_id in (select space.id
  from space
  where space.status = 'current' and 1 = 1)) is true and 1 = 1 is true and content.container_id is null) and content.type in ('page', 'blogpost'))) select entity, id, (select count(*)
  from matches) as total
  from matches
  order by score desc, entity, id
  limit ?
  offset ?;

with matches as materialized (select 'content' as entity, content.id as id, hits.score * case content.type when 'comment' then 0.05 else 1 end as score
  from (with hits as materialized (select search_index.id, ts_rank(?::float4[], "search_index"."titles", ?::tsquery, 1) as score
  from search_index
  where "search_index"."titles" @@ ?::tsquery and search_index.id > 0) select id, score
  from hits) hits cross join lateral (select *
  from content
  where content.id = hits.id
  offset 0) content
  where true and true and ((content.status = 'current' and (content.space_id in (select space.id
  from space
  where space.status = 'current' and space.id in (select space_permission.space_id
  from space_permission
  where space_permission.permission = ? and ("space_permission"."account_id" = ? or "space_permission"."group_id" in (…) or ("space_permission"."account_id" is null and "space_permission"."group_id" is null))))) is true and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))) is true and content.container_id is null) and (content.type = 'page' and content.space_id = (select space.id
  from space
  where space.key_fold = ?)))) select entity, id, (select count(*)
  from matches) as total
  from matches
  order by score desc, entity, id
  limit ?
  offset ?;

with matches as materialized (select 'content' as entity, content.id as id, hits.score * case content.type when 'comment' then 0.05 else 1 end as score
  from (with hits as materialized (select search_index.id, ts_rank(?::float4[], "search_index"."titles", ?::tsquery, 1) as score
  from search_index
  where "search_index"."titles" @@ ?::tsquery and search_index.id > 0) select id, score
  from hits) hits cross join lateral (select *
  from content
  where content.id = hits.id
  offset 0) content
  where true and true and ((content.status = 'current' and (content.space_id in (select space.id
  from space
  where space.status = 'current' and space.id in (select space_permission.space_id
  from space_permission
  where space_permission.permission = ? and ("space_permission"."account_id" = ? or "space_permission"."group_id" in (…) or ("space_permission"."account_id" is null and "space_permission"."group_id" is null))))) is true and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))) is true and content.container_id is null) and content.type in ('page', 'blogpost'))) select entity, id, (select count(*)
  from matches) as total
  from matches
  order by score desc, entity, id
  limit ?
  offset ?;

with matches as materialized (select 'content' as entity, content.id as id, hits.score * case content.type when 'comment' then 0.05 else 1 end as score
  from (with hits as materialized (select search_index.id, ts_rank(?::float4[], "search_index"."words", ?::tsquery, 1) as score
  from search_index
  where "search_index"."words" @@ ?::tsquery and search_index.id > 0) select id, score
  from hits) hits cross join lateral (select *
  from content
  where content.id = hits.id
  offset 0) content
  where true and true and ((content.status = 'current' and (content.space_id in (select space.id
  from space
  where space.status = 'current' and 1 = 1)) is true and 1 = 1 is true and content.container_id is null) and content.type = 'page')) select entity, id, (select count(*)
  from matches) as total
  from matches
  order by score desc, entity, id
  limit ?
  offset ?;

with matches as materialized (select 'content' as entity, content.id as id, hits.score * case content.type when 'comment' then 0.05 else 1 end as score
  from (with hits as materialized (select search_index.id, ts_rank(?::float4[], "search_index"."words", ?::tsquery, 1) as score
  from search_index
  where "search_index"."words" @@ ?::tsquery and search_index.id > 0) select id, score
  from hits) hits cross join lateral (select *
  from content
  where content.id = hits.id
  offset 0) content
  where true and true and ((content.status = 'current' and (content.space_id in (select space.id
  from space
  where space.status = 'current' and space.id in (select space_permission.space_id
  from space_permission
  where space_permission.permission = ? and ("space_permission"."account_id" = ? or "space_permission"."group_id" in (…) or ("space_permission"."account_id" is null and "space_permission"."group_id" is null))))) is true and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))) is true and content.container_id is null) and content.type = 'page')) select entity, id, (select count(*)
  from matches) as total
  from matches
  order by score desc, entity, id
  limit ?
  offset ?;

with matches as materialized (select 'user' as entity, account.id as id, hits.score as score
  from (with hits as materialized (select search_index.id, ts_rank(?::float4[], "search_index"."titles", ?::tsquery, 1) as score
  from search_index
  where "search_index"."titles" @@ ?::tsquery and (search_index.id < 0 and search_index.id % 2 <> 0)) select id, score
  from hits) hits cross join lateral (select *
  from account
  where account.id = ((-(hits.id) - 1) / 2)
  offset 0) account
  where true and true and (account.active = 1 and account.deleted_at is null)) select entity, id, (select count(*)
  from matches) as total
  from matches
  order by score desc, entity, id
  limit ?
  offset ?;
