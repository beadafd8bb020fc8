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

insert into search_index (search_index)
  values ('optimize');

insert into search_titles (search_titles)
  values ('optimize');

insert or ignore into search_term (term) select value
  from json_each(…);

insert or replace into search_index (rowid, title_main, title_extra, body_main, body_extra)
  values (…);

insert or replace into search_titles (rowid, title_main, title_extra)
  values (…);

select "content"."id", "content"."type", "content"."title", "content"."version", "content_version"."storage"
  from "content"
  inner join "content_version" on "content_version"."content_id" = "content"."id" and "content_version"."number" = "content"."version"
  where "content"."id" in (…) and "content"."status" = 'current'
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
  where "title_key" >= ? and "title_key" < ? and "status" = 'current' and "type" in ('page', 'blogpost') and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and "space_id" in (select "space"."id"
  from "space"
  where "space"."status" = 'current')
  order by "title_key", content.id
  limit ?;

select "id"
  from "content"
  where "title_key" >= ? and "title_key" < ? and "status" = 'current' and "type" in ('page', 'blogpost') and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and "space_id" in (select "space"."id"
  from "space"
  where "space"."status" = 'current')
  order by "title_key", content.id
  limit ?;

select "id"
  from "space"
  where "id" > ?
  order by "id"
  limit ?;

select "id", "key", "name", "description"
  from "space"
  where "id" in (…) and "status" <> 'deleting'
  order by "id";

select "id", "text", case when passages is null then 0 else 1 end as "continues"
  from "search_document"
  where "id" in (…);

select "id", "username", "display_name"
  from "account"
  where "id" in (…) and "active" = ? and "deleted_at" is null
  order by "id";

select "search_index".rowid as id, (select max(id)
  from search_document) as newest
  from "search_index"
  where ("search_index" match ?)
  limit ?
  offset ?;

select "search_titles".rowid as id, (select max(id)
  from search_document) as newest
  from "search_titles"
  where ("search_titles" match ?)
  limit ?
  offset ?;

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
  where "title_key" = ? and "status" = 'current' and "type" in ('page', 'blogpost') and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and "space_id" in (select "space"."id"
  from "space"
  where "space"."status" = 'current')
  order by content.id
  limit ?;

select *
  from "content"
  where "title_key" = ? and "status" = 'current' and "type" in ('page', 'blogpost') and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and "space_id" in (select "space"."id"
  from "space"
  where "space"."status" = 'current')
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

update "search_state"
  set "phase" = ?, "after_id" = ?
  where "id" = ?;

update "search_state"
  set "phase" = ?, "after_id" = ?, "format" = ?
  where "id" = ?;

with matches as materialized (select 'content' as entity, content.id as id, -bm25("search_index", 10, 5, 1, 0.5) * case content.type when 'comment' then 0.05 else 1 end as score
  from "search_index" cross join content
  where ("search_index" match ? and "search_index".rowid > 0) and content.id = "search_index".rowid and ((content.status = 'current' and (content.space_id in (select space.id
  from space
  where space.status = 'current' and 1 = 1)) is true and 1 = 1 is true and content.container_id is null) and content.type = 'page')) select entity, id, (select count(*)
  from matches) as total
  from matches
  order by score desc, entity, id
  limit ?
  offset ?;

with matches as materialized (select 'content' as entity, content.id as id, -bm25("search_index", 10, 5, 1, 0.5) * case content.type when 'comment' then 0.05 else 1 end as score
  from "search_index" cross join content
  where ("search_index" match ? and "search_index".rowid > 0) and content.id = "search_index".rowid and ((content.status = 'current' and (content.space_id in (select space.id
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

with matches as materialized (select 'content' as entity, content.id as id, -bm25("search_titles", 10, 5) * case content.type when 'comment' then 0.05 else 1 end as score
  from "search_titles" cross join content
  where ("search_titles" match ? and "search_titles".rowid > 0) and content.id = "search_titles".rowid and ((content.status = 'current' and (content.space_id in (select space.id
  from space
  where space.status = 'current' and 1 = 1)) is true and 1 = 1 is true and content.container_id is null) and (content.type = 'page' and content.space_id = (select space.id
  from space
  where space.key_fold = ?)))) select entity, id, (select count(*)
  from matches) as total
  from matches
  order by score desc, entity, id
  limit ?
  offset ?;

with matches as materialized (select 'content' as entity, content.id as id, -bm25("search_titles", 10, 5) * case content.type when 'comment' then 0.05 else 1 end as score
  from "search_titles" cross join content
  where ("search_titles" match ? and "search_titles".rowid > 0) and content.id = "search_titles".rowid and ((content.status = 'current' and (content.space_id in (select space.id
  from space
  where space.status = 'current' and 1 = 1)) is true and 1 = 1 is true and content.container_id is null) and content.type in ('page', 'blogpost'))) select entity, id, (select count(*)
  from matches) as total
  from matches
  order by score desc, entity, id
  limit ?
  offset ?;

with matches as materialized (select 'content' as entity, content.id as id, -bm25("search_titles", 10, 5) * case content.type when 'comment' then 0.05 else 1 end as score
  from "search_titles" cross join content
  where ("search_titles" match ? and "search_titles".rowid > 0) and content.id = "search_titles".rowid and ((content.status = 'current' and (content.space_id in (select space.id
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

with matches as materialized (select 'content' as entity, content.id as id, -bm25("search_titles", 10, 5) * case content.type when 'comment' then 0.05 else 1 end as score
  from "search_titles" cross join content
  where ("search_titles" match ? and "search_titles".rowid > 0) and content.id = "search_titles".rowid and ((content.status = 'current' and (content.space_id in (select space.id
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

with matches as materialized (select 'user' as entity, account.id as id, -bm25("search_titles", 10, 5) as score
  from "search_titles" cross join account
  where ("search_titles" match ? and ("search_titles".rowid < 0 and "search_titles".rowid % 2 <> 0)) and account.id = ((-("search_titles".rowid) - 1) / 2) and (account.active = 1 and account.deleted_at is null)) select entity, id, (select count(*)
  from matches) as total
  from matches
  order by score desc, entity, id
  limit ?
  offset ?;
