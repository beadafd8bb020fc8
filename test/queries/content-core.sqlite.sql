delete
  from "awaited_parent"
  where "parent_id" = ?;

delete
  from "content"
  where "id" in (…);

delete
  from "content_render"
  where "content_id" in (select "from_id"
  from "content_link"
  where "space_id" = ? and "target_key" = ? and "kind" in (…));

delete
  from "content_render"
  where "content_id" in (select from_id
  from content_link
  where target_id in (…)
  union all select content_link.from_id
  from content cross join content_link
  where content.id in (…) and content_link.kind in ('page', 'blogpost') and content_link.space_id = content.space_id and content_link.target_key = content.title_key);

delete
  from "content_render"
  where "content_id" in (select id
  from content
  where id = ?
  union all select from_id
  from content_link
  where target_id = ?
  union all select from_id
  from content_link
  where space_id = ? and target_key = ? and kind in ('page', 'blogpost'));

delete
  from "content_render"
  where "content_id" in (select id
  from content
  where id = ?
  union all select from_id
  from content_link
  where target_id = ?);

delete
  from "content_render"
  where "content_id" in (…) and "mode" = ?
  returning "content_id";

delete
  from "edit_draft"
  where "content_id" = ? and "account_id" = ?;

delete
  from "guard_link"
  where "guard_id" in (…);

delete
  from "guard_link"
  where "link_id" in (…);

delete
  from "restriction"
  where "content_id" = ? and "operation" = ?;

insert into "content" ("type", "status", "space_id", "parent_id", "container_id", "title", "title_key", "position", "version", "creator_id", "created_at", "updater_id", "updated_at", "guard_id", "posting_day", "trashed_at", "trashed_by")
  values (…)
  returning *;

insert into "content_link" ("from_id", "kind", "space_id", "target_key", "target_id")
  values (…);

insert into "content_render" ("content_id", "mode", "version", "html", "dependencies")
  values (…)
  on conflict ("content_id", "mode") do update
  set "version" = "excluded"."version", "html" = "excluded"."html", "dependencies" = "excluded"."dependencies";

insert into "content_version" ("content_id", "number", "author_id", "at", "message", "minor", "title", "storage")
  values (…)
  on conflict ("content_id", "number") do update
  set "author_id" = "excluded"."author_id", "at" = "excluded"."at", "message" = "excluded"."message", "minor" = "excluded"."minor", "title" = "excluded"."title", "storage" = "excluded"."storage";

insert into "former_title" ("content_id", "space_id", "title_key")
  values (…)
  on conflict do nothing;

insert into "guard_link" ("guard_id", "link_id")
  values (…);

insert into "restriction" ("content_id", "operation", "account_id", "group_id")
  values (…)
  on conflict do nothing;

insert into content_render (content_id, mode, version, html, dependencies) select id, ?, 0, '', '{}'
  from content
  where id in (…)
  returning content_id;

select "account_id", "group_id"
  from "restriction"
  where "content_id" = ? and "operation" = ?;

select "content"."id", "content"."type", "content"."space_id", "parent"."guard_id" as "guard"
  from "content"
  inner join "content" as "parent" on "parent"."id" = "content"."parent_id"
  where "content"."parent_id" in (…) and "content"."id" not in (…) and "content"."type" = 'page' and "parent"."guard_id" is not null
  order by "content"."id";

select "content"."id", "content"."version", "content"."status", "content"."container_id", "content"."space_id", "space"."key" as "space_key", "content"."creator_id", "content"."created_at", "content_version"."storage"
  from "content"
  inner join "content_version" on "content_version"."content_id" = "content"."id" and "content_version"."number" = "content"."version"
  inner join "space" on "space"."id" = "content"."space_id"
  where "content"."id" in (…)
  order by "content"."id";

select "content"."space_id", "content"."guard_id"
  from "content"
  inner join "space" on "space"."id" = "content"."space_id"
  where "content"."title_key" in (…) and "space"."key_fold" in (…) and "content"."type" in ('page', 'blogpost') and "content"."status" = 'current';

select "content".*
  from "content"
  where "content"."space_id" not in (select id
  from space
  where status = 'deleting') and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "content"."space_id" in (…) and "content"."type" = 'page' and content.container_id is null and "content"."title_key" = ? and content.status = 'current'
  order by "content"."id"
  limit ?
  offset ?;

select "content".*
  from "content"
  where (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "content"."space_id" in (…) and "content"."type" = 'page' and content.container_id is null and "content"."title_key" = ? and content.status = 'current'
  order by "content"."id"
  limit ?
  offset ?;

select "content".*, "awaited_parent"."position" as "place_below"
  from "awaited_parent"
  inner join "content" on "content"."id" = "awaited_parent"."content_id"
  where "awaited_parent"."parent_id" = ? and "content"."parent_id" is null and "content"."space_id" = ?
  order by "content"."id";

select "content".*, "space"."key" as "space_key"
  from "content"
  inner join "space" on "space"."id" = "content"."space_id"
  where "content"."title_key" in (…) and "space"."key_fold" in (…) and "content"."type" in ('page', 'blogpost') and "content"."status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting');

select "content".*, "space"."key" as "space_key"
  from "content"
  inner join "space" on "space"."id" = "content"."space_id"
  where "content"."title_key" in (…) and "space"."key_fold" in (…) and "content"."type" in ('page', 'blogpost') and "content"."status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))));

select "content".*, "space"."key" as "space_key"
  from "former_title"
  inner join "content" on "content"."id" = "former_title"."content_id"
  inner join "space" on "space"."id" = "content"."space_id"
  where "former_title"."space_id" = ? and "former_title"."title_key" = ? and "content"."status" = 'current' and "content"."type" = 'blogpost' and "content"."posting_day" = ? and "content"."space_id" not in (select id
  from space
  where status = 'deleting')
  order by "content"."updated_at" desc, "content"."id"
  limit ?;

select "content".*, "space"."key" as "space_key"
  from "former_title"
  inner join "content" on "content"."id" = "former_title"."content_id"
  inner join "space" on "space"."id" = "content"."space_id"
  where "former_title"."space_id" = ? and "former_title"."title_key" = ? and "content"."status" = 'current' and "content"."type" = 'blogpost' and "content"."posting_day" = ? and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))))
  order by "content"."updated_at" desc, "content"."id"
  limit ?;

select "content".*, "space"."key" as "space_key"
  from "former_title"
  inner join "content" on "content"."id" = "former_title"."content_id"
  inner join "space" on "space"."id" = "content"."space_id"
  where "former_title"."space_id" = ? and "former_title"."title_key" = ? and "content"."status" = 'current' and "content"."type" = 'page' and "content"."space_id" not in (select id
  from space
  where status = 'deleting')
  order by "content"."updated_at" desc, "content"."id"
  limit ?;

select "content".*, "space"."key" as "space_key"
  from "former_title"
  inner join "content" on "content"."id" = "former_title"."content_id"
  inner join "space" on "space"."id" = "content"."space_id"
  where "former_title"."space_id" = ? and "former_title"."title_key" = ? and "content"."status" = 'current' and "content"."type" = 'page' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))))
  order by "content"."updated_at" desc, "content"."id"
  limit ?;

select "content_id", "version", "html", "dependencies"
  from "content_render"
  where "content_id" in (…) and "mode" in (…);

select "content_version"."content_id", "content_version"."number", "content_version"."storage"
  from "content_version"
  inner join "content" on "content"."id" = "content_version"."content_id" and "content"."version" = "content_version"."number"
  where "content"."id" in (…);

select "html", "dependencies"
  from "content_render"
  where "content_id" = ? and "mode" in (…) and "version" = ?;

select "id"
  from "content"
  where "container_id" in (…);

select "id"
  from "content"
  where "space_id" = ?
  order by "id"
  limit ?;

select "id", "place"
  from (select "id", row_number() over (partition by "parent_id"
  order by position, id) - 1 as "place"
  from "content"
  where "parent_id" in (…) and "type" = 'page' and "status" = 'current' and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) as "sibling"
  where "id" in (…);

select "id", "place"
  from (select "id", row_number() over (partition by "parent_id"
  order by position, id) - 1 as "place"
  from "content"
  where "parent_id" in (…) and "type" = 'page' and "status" = 'current' and 1 = 1) as "sibling"
  where "id" in (…);

select "id", "place"
  from (select "id", row_number() over (partition by "space_id"
  order by position, id) - 1 as "place"
  from "content"
  where "space_id" in (…) and "type" = 'page' and "status" = 'current' and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))) and "parent_id" is null) as "sibling"
  where "id" in (…);

select "id", "place"
  from (select "id", row_number() over (partition by "space_id"
  order by position, id) - 1 as "place"
  from "content"
  where "space_id" in (…) and "type" = 'page' and "status" = 'current' and 1 = 1 and "parent_id" is null) as "sibling"
  where "id" in (…);

select "name"
  from "content_macro"
  where "content_id" = ?;

select "number", "account_id"
  from "version_author"
  where "content_id" = ? and "number" in (…)
  order by "account_id";

select "page"."id", (select count(*) as "count"
  from "content" as "sibling"
  where "sibling"."space_id" = "page"."space_id" and "sibling"."type" = 'page' and "sibling"."status" = 'current' and (sibling.position, sibling.id) < (page.position, page.id) and ("sibling"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "sibling"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))) and "sibling"."parent_id" is null) as "place"
  from "content" as "page"
  where "page"."id" in (…);

select "page"."id", (select count(*) as "count"
  from "content" as "sibling"
  where "sibling"."space_id" = "page"."space_id" and "sibling"."type" = 'page' and "sibling"."status" = 'current' and (sibling.position, sibling.id) < (page.position, page.id) and 1 = 1 and "sibling"."parent_id" is null) as "place"
  from "content" as "page"
  where "page"."id" in (…);

select "parent"."guard_id"
  from "content" as "page"
  inner join "content" as "parent" on "parent"."id" = "page"."parent_id"
  where "page"."id" = ?;

select "position"
  from (select "position"
  from "content"
  where "space_id" = ? and "parent_id" = ? and "type" = 'page' and "status" = 'current'
  order by "position" desc
  limit ?) as "published"
  union all select "position"
  from (select "position"
  from "content"
  where "space_id" = ? and "parent_id" = ? and "type" = 'page' and "status" = 'draft'
  order by "position" desc
  limit ?) as "draft"
  order by "position" desc
  limit ?;

select "position"
  from (select "position"
  from "content"
  where "space_id" = ? and "parent_id" is null and "type" = 'page' and "status" = 'current'
  order by "position" desc
  limit ?) as "published"
  union all select "position"
  from (select "position"
  from "content"
  where "space_id" = ? and "parent_id" is null and "type" = 'page' and "status" = 'draft'
  order by "position" desc
  limit ?) as "draft"
  order by "position" desc
  limit ?;

select "storage"
  from "content_version"
  where "content_id" = ? and "number" = ?;

select *
  from "content"
  where "container_id" in (…) and "type" = 'attachment' and "status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting')
  order by "title_key", "id"
  limit ?;

select *
  from "content"
  where "container_id" in (…) and "type" = 'attachment' and "status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))))
  order by "title_key", "id"
  limit ?;

select *
  from "content"
  where "id" = ?;

select *
  from "content"
  where "id" in (select "answer"."id"
  from "content" as "answer"
  where "answer"."parent_id" in (…)
  union all select "first"."id"
  from "content" as "first"
  where "first"."container_id" in (…) and "first"."parent_id" is null) and "type" = 'comment' and "status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting')
  order by "position", "id"
  limit ?;

select *
  from "content"
  where "id" in (select "answer"."id"
  from "content" as "answer"
  where "answer"."parent_id" in (…)
  union all select "first"."id"
  from "content" as "first"
  where "first"."container_id" in (…) and "first"."parent_id" is null) and "type" = 'comment' and "status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))))
  order by "position", "id"
  limit ?;

select *
  from "content"
  where "id" in (…) and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed')));

select *
  from "content"
  where "id" in (…) and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed')));

select *
  from "content"
  where "parent_id" in (…) and "type" = 'page' and "status" <> 'trashed'
  order by "position", "id";

select *
  from "content"
  where "parent_id" in (…) and "type" = 'page' and "status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting')
  order by "position", "id"
  limit ?;

select *
  from "content"
  where "parent_id" in (…) and "type" = 'page' and "status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))))
  order by "position", "id"
  limit ?;

select *
  from "content"
  where "space_id" = ? and "status" = 'trashed' and "content"."space_id" not in (select id
  from space
  where status = 'deleting')
  order by "trashed_at" desc, "id" desc
  limit ?
  offset ?;

select *
  from "content"
  where "space_id" = ? and "title_key" = ? and "type" = 'blogpost' and "posting_day" = ? and "status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting')
  limit ?;

select *
  from "content"
  where "space_id" = ? and "title_key" = ? and "type" = 'blogpost' and "posting_day" = ? and "status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))))
  limit ?;

select *
  from "content"
  where "space_id" = ? and "title_key" = ? and "type" = 'page' and "status" = 'current'
  limit ?;

select *
  from "content"
  where "space_id" = ? and "type" = 'blogpost' and "status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting')
  order by "id"
  limit ?
  offset ?;

select *
  from "content"
  where "space_id" = ? and "type" = 'blogpost' and "status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))))
  order by "id"
  limit ?
  offset ?;

select *
  from "content"
  where "space_id" = ? and "type" = 'page' and "status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting')
  order by "id"
  limit ?
  offset ?;

select *
  from "content"
  where "space_id" = ? and "type" = 'page' and "status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))))
  order by "id"
  limit ?
  offset ?;

select *
  from "content"
  where "type" = 'page' and "status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and "parent_id" = ?
  order by "position", "id"
  limit ?
  offset ?;

select *
  from "content"
  where "type" = 'page' and "status" = 'current' and "id" > ? and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and content.container_id is null and "space_id" = ?
  order by "id"
  limit ?;

select *
  from "content"
  where "type" = 'page' and "status" = 'current' and "id" > ? and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and content.container_id is null and "space_id" = ?
  order by "id"
  limit ?;

select *
  from "content"
  where "type" = 'page' and "status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and "parent_id" = ?
  order by "position", "id"
  limit ?
  offset ?;

select *
  from "content_link"
  where "from_id" = ?;

select *
  from "content_version"
  where "content_id" = ? and "number" = ?;

select *
  from "edit_draft"
  where "content_id" = ? and "account_id" = ?;

select 1
  where 1 = 1;

select content_id as id, max(case when (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)) then 1 else 0 end) as named
  from restriction
  where content_id in (…) and operation = 'update'
  group by content_id;

select count(*) as "total"
  from "content"
  where "container_id" = ? and "type" = 'attachment' and "status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting');

select count(*) as "total"
  from "content"
  where "container_id" = ? and "type" = 'attachment' and "status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))));

select count(*) as "total"
  from "content"
  where "parent_id" = ? and "type" = 'page' and "status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting');

select count(*) as "total"
  from "content"
  where "parent_id" = ? and "type" = 'page' and "status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))));

select count(*) as "total"
  from "content"
  where "space_id" = ?;

select distinct "content_id"
  from "restriction"
  where "operation" = ? and "content_id" in (…);

select distinct "from_id"
  from "content_link"
  where "kind" = ? and "space_id" = ? and "target_key" = ? and "from_id" > ?
  order by "from_id"
  limit ?;

update "content"
  set "guard_id" = ?
  where "id" in (select id
  from content
  where id in (…)
  union all select id
  from content
  where container_id in (…)
  union all select comment.id
  from content as holder cross join content as comment
  where holder.container_id in (…) and comment.container_id = holder.id) and guard_id is distinct
  from ?
  returning "id";

update "content"
  set "parent_id" = ?
  where "parent_id" in (…);

update "content"
  set "space_id" = ?, "parent_id" = ?, "position" = ?
  where "id" = ?
  returning *;

update "content"
  set "status" = ?, "trashed_at" = ?, "trashed_by" = ?
  where "id" = ?
  returning *;

update "content"
  set "status" = ?, "trashed_at" = ?, "trashed_by" = ?
  where "id" in (…);

update "content"
  set "version" = ?, "updater_id" = ?, "updated_at" = ?
  where "id" = ? and "version" = ?
  returning *;

update "content"
  set "version" = ?, "updater_id" = ?, "updated_at" = ?, "title" = ?, "title_key" = ?
  where "id" = ? and "version" = ?
  returning *;

with "below" as (select "id", row_number() over (partition by coalesce(parent_id, container_id)
  order by "position", id) as "place"
  from "content"
  where "id" in (select "answer"."id"
  from "content" as "answer"
  where "answer"."parent_id" in (…)
  union all select "first"."id"
  from "content" as "first"
  where "first"."container_id" in (…) and "first"."parent_id" is null) and "type" = 'comment' and "status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting')) select *
  from "content"
  where "id" in (select "below"."id"
  from "below"
  where "place" <= ?)
  order by "position", "id"
  limit ?;

with "below" as (select "id", row_number() over (partition by coalesce(parent_id, container_id)
  order by "position", id) as "place"
  from "content"
  where "id" in (select "answer"."id"
  from "content" as "answer"
  where "answer"."parent_id" in (…)
  union all select "first"."id"
  from "content" as "first"
  where "first"."container_id" in (…) and "first"."parent_id" is null) and "type" = 'comment' and "status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))))) select *
  from "content"
  where "id" in (select "below"."id"
  from "below"
  where "place" <= ?)
  order by "position", "id"
  limit ?;

with "below" as (select "id", row_number() over (partition by container_id
  order by "title_key", id) as "place"
  from "content"
  where "container_id" in (…) and "type" = 'attachment' and "status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting')) select *
  from "content"
  where "id" in (select "below"."id"
  from "below"
  where "place" <= ?)
  order by "title_key", "id"
  limit ?;

with "below" as (select "id", row_number() over (partition by container_id
  order by "title_key", id) as "place"
  from "content"
  where "container_id" in (…) and "type" = 'attachment' and "status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))))) select *
  from "content"
  where "id" in (select "below"."id"
  from "below"
  where "place" <= ?)
  order by "title_key", "id"
  limit ?;

with "below" as (select "id", row_number() over (partition by parent_id
  order by "position", id) as "place"
  from "content"
  where "parent_id" in (…) and "type" = 'page' and "status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting')) select *
  from "content"
  where "id" in (select "below"."id"
  from "below"
  where "place" <= ?)
  order by "position", "id"
  limit ?;

with "below" as (select "id", row_number() over (partition by parent_id
  order by "position", id) as "place"
  from "content"
  where "parent_id" in (…) and "type" = 'page' and "status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))))) select *
  from "content"
  where "id" in (select "below"."id"
  from "below"
  where "place" <= ?)
  order by "position", "id"
  limit ?;

with recursive "below"("id") as (select "id"
  from "content"
  where "id" = ?
  union all select "content"."id"
  from "below" cross join "content"
  where "content"."parent_id" = "below"."id" and "content"."type" = 'page' and "content"."status" = 'current') select "content".*
  from "below" cross join "content"
  where "content"."container_id" = "below"."id" and "content"."type" = 'attachment' and "content"."status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting')
  order by "content"."id"
  limit ?
  offset ?;

with recursive "below"("id") as (select "id"
  from "content"
  where "id" = ?
  union all select "content"."id"
  from "below" cross join "content"
  where "content"."parent_id" = "below"."id" and "content"."type" = 'page' and "content"."status" = 'current') select "content".*
  from "below" cross join "content"
  where "content"."container_id" = "below"."id" and "content"."type" = 'attachment' and "content"."status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))))
  order by "content"."id"
  limit ?
  offset ?;

with recursive "below"("id") as (select "id"
  from "content"
  where "id" = ?
  union all select "content"."id"
  from "below" cross join "content"
  where "content"."parent_id" = "below"."id" and "content"."type" = 'page' and "content"."status" = 'current') select "content".*
  from "below" cross join "content"
  where "content"."container_id" = "below"."id" and "content"."type" = 'comment' and "content"."status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting')
  order by "content"."id"
  limit ?
  offset ?;

with recursive "below"("id") as (select "id"
  from "content"
  where "id" = ?
  union all select "content"."id"
  from "below" cross join "content"
  where "content"."parent_id" = "below"."id" and "content"."type" = 'page' and "content"."status" = 'current') select "content".*
  from "below" cross join "content"
  where "content"."container_id" = "below"."id" and "content"."type" = 'comment' and "content"."status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))))
  order by "content"."id"
  limit ?
  offset ?;

with recursive "below"("id") as (select "id"
  from "content"
  where "id" = ?
  union all select "content"."id"
  from "below" cross join "content"
  where "content"."parent_id" = "below"."id" and "content"."type" = 'page' and "content"."status" = 'current') select "content".*
  from "below" cross join "content"
  where "content"."id" = "below"."id" and "content"."id" <> ? and "content"."status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting')
  order by "content"."id"
  limit ?
  offset ?;

with recursive "below"("id") as (select "id"
  from "content"
  where "id" = ?
  union all select "content"."id"
  from "below" cross join "content"
  where "content"."parent_id" = "below"."id" and "content"."type" = 'page' and "content"."status" = 'current') select "content".*
  from "below" cross join "content"
  where "content"."id" = "below"."id" and "content"."id" <> ? and "content"."status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))))
  order by "content"."id"
  limit ?
  offset ?;

with recursive "chain"("id", "parent_id", "depth") as (select "id", "parent_id", 0 as "depth"
  from "content"
  where "id" = ?
  union all select "content"."id", "content"."parent_id", chain.depth + 1 as "depth"
  from "content"
  inner join "chain" on "chain"."parent_id" = "content"."id"
  where "chain"."depth" < ?) select "id", "depth"
  from "chain"
  order by "depth" desc;

with recursive "subtree"("id", "parent_id", "depth") as (select "id", "parent_id", 0 as "depth"
  from "content"
  where "id" = ?
  union all select "content"."id", "content"."parent_id", subtree.depth + 1 as "depth"
  from "content"
  inner join "subtree" on "subtree"."id" = "content"."parent_id"
  where "content"."type" = 'page') select "id", "parent_id"
  from "subtree"
  order by "depth";

with recursive chain(parent, id, parent_id, depth) as ( select id, id, parent_id, 0
  from content
  where id in (…)
  union all select chain.parent, content.id, content.parent_id, chain.depth + 1
  from content join chain on chain.parent_id = content.id
  where chain.depth < ?) select parent, id
  from chain
  order by depth desc;
