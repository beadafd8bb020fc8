select "content"."id", "content"."type", "content"."status", "content"."space_id", "content"."title", "edit_draft"."title" as "draft_title", coalesce("edit_draft"."updated_at", "content"."updated_at") as "touched_at"
  from "content"
  left join "edit_draft" on "edit_draft"."content_id" = "content"."id" and "edit_draft"."account_id" = ?
  where "content"."type" in ('page', 'blogpost') and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and "content"."id" in (select "own"."id"
  from "content" as "own"
  where "own"."status" = 'draft' and "own"."creator_id" = ?
  union all select "changed"."id"
  from "content" as "changed"
  inner join "edit_draft" as "change" on "change"."content_id" = "changed"."id"
  where "changed"."status" = 'current' and "change"."account_id" = ?) and not (content.status = 'draft' and content.type in ('page', 'blogpost') and content.title = '' and exists (select 1
  from content_version
  where content_version.content_id = content.id and content_version.number = content.version and content_version.storage = '') and not exists (select 1
  from content as held
  where held.container_id = content.id))
  order by "touched_at" desc, "content"."id" desc
  limit ?
  offset ?;

select "content"."id", "content"."type", "content"."status", "content"."space_id", "content"."title", "edit_draft"."title" as "draft_title", coalesce("edit_draft"."updated_at", "content"."updated_at") as "touched_at"
  from "content"
  left join "edit_draft" on "edit_draft"."content_id" = "content"."id" and "edit_draft"."account_id" = ?
  where "content"."type" in ('page', 'blogpost') and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and "content"."id" in (select "own"."id"
  from "content" as "own"
  where "own"."status" = 'draft' and "own"."creator_id" = ?
  union all select "changed"."id"
  from "content" as "changed"
  inner join "edit_draft" as "change" on "change"."content_id" = "changed"."id"
  where "changed"."status" = 'current' and "change"."account_id" = ?) and not (content.status = 'draft' and content.type in ('page', 'blogpost') and content.title = '' and exists (select 1
  from content_version
  where content_version.content_id = content.id and content_version.number = content.version and content_version.storage = '') and not exists (select 1
  from content as held
  where held.container_id = content.id))
  order by "touched_at" desc, "content"."id" desc
  limit ?
  offset ?;

select "content_id", "number", "author_id", "at", "message", "minor", "title"
  from "content_version"
  where "content_id" = ?
  order by "number" desc
  limit ?
  offset ?;

select "content_id", max(at) as "at"
  from (select "content_id", "author_id", "at"
  from "content_version"
  where "content_id" in (…)
  union all select "content_version"."content_id", "version_author"."account_id" as "author_id", "content_version"."at"
  from "version_author"
  inner join "content_version" on "content_version"."content_id" = "version_author"."content_id" and "content_version"."number" = "version_author"."number"
  where "version_author"."content_id" in (…)) as "authorship"
  where "author_id" = ?
  group by "content_id";

select "content_version"."content_id", "content_version"."number", "content_version"."author_id", "content_version"."at", "content_version"."message", "content_version"."minor"
  from "content_version"
  inner join "content" on "content"."id" = "content_version"."content_id" and "content"."version" = "content_version"."number"
  where "content"."id" in (…);

select "content_version"."content_id", "content_version"."number", "content_version"."author_id", "content_version"."at", "content_version"."message", "content_version"."minor"
  from "content_version"
  inner join "content" on "content"."id" = "content_version"."content_id" and "content_version"."number" = "content"."version" - ?
  where "content"."id" in (…);

select "id", "title", "guard_id", "parent_id", exists (select 1
  from content as child
  where child.parent_id = content.id and child.type = 'page' and child.status = 'current' and ("child"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "child"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) as "has_children"
  from "content"
  where "id" in (select "numbered"."id"
  from (select "id", row_number() over (partition by parent_id
  order by "position" asc, id asc) as "place"
  from "content"
  where "space_id" = ? and "type" = 'page' and "status" = 'current' and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))) and "parent_id" in (…)) as "numbered"
  where "place" <= ?)
  order by "parent_id", "position" asc, "id" asc
  limit ?;

select "id", "title", "guard_id", "parent_id", exists (select 1
  from content as child
  where child.parent_id = content.id and child.type = 'page' and child.status = 'current' and 1 = 1) as "has_children"
  from "content"
  where "id" in (select "numbered"."id"
  from (select "id", row_number() over (partition by parent_id
  order by "position" asc, id asc) as "place"
  from "content"
  where "space_id" = ? and "type" = 'page' and "status" = 'current' and 1 = 1 and "parent_id" in (…)) as "numbered"
  where "place" <= ?)
  order by "parent_id", "position" asc, "id" asc
  limit ?;

select "id", "title", "guard_id", exists (select 1
  from content as child
  where child.parent_id = content.id and child.type = 'page' and child.status = 'current' and ("child"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "child"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) as "has_children"
  from "content"
  where "space_id" = ? and "type" = 'page' and "status" = 'current' and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))) and "parent_id" is null
  order by "position" asc, "id" asc
  limit ?
  offset ?;

select "id", "title", "guard_id", exists (select 1
  from content as child
  where child.parent_id = content.id and child.type = 'page' and child.status = 'current' and 1 = 1) as "has_children"
  from "content"
  where "space_id" = ? and "type" = 'page' and "status" = 'current' and 1 = 1 and "parent_id" is null
  order by "position" asc, "id" asc
  limit ?
  offset ?;

select "id", "title", "guard_id", exists (select 1
  from content as child
  where child.parent_id = content.id and child.type = 'page' and child.status = 'current' and 1 = 1) as "has_children", exists (select 1
  from content as child
  where child.parent_id = content.id and child.type = 'page' and child.status = 'current' and child.guard_id is null) as "has_open_child"
  from "content"
  where "space_id" = ? and "type" = 'page' and "status" = 'current' and "parent_id" = ?
  order by "position", "id"
  limit ?;

select "id", "title", "guard_id", exists (select 1
  from content as child
  where child.parent_id = content.id and child.type = 'page' and child.status = 'current' and 1 = 1) as "has_children", exists (select 1
  from content as child
  where child.parent_id = content.id and child.type = 'page' and child.status = 'current' and child.guard_id is null) as "has_open_child"
  from "content"
  where "space_id" = ? and "type" = 'page' and "status" = 'current' and "parent_id" is null
  order by "position", "id"
  limit ?;

select "space"."id"
  from "space"
  where "space"."id" = ? and space.id in (select space_id
  from space_favourite
  where account_id = ?);

select (select 1 as "one"
  from "restriction"
  where "content_id" = ?
  limit ?) as "restrictions", (select count(*) as "count"
  from "content"
  where "container_id" = ? and "type" = 'attachment' and "status" = 'current') as "attachments", (select 1 as "one"
  from "edit_draft"
  where "content_id" = ? and "account_id" = ?) as "drafts", (select 1 as "one"
  from "content_label"
  where "content_id" = ?
  limit ?) as "part labels", (select 1 as "one"
  from "content_like"
  where "content_id" = ?
  limit ?) as "part likes", (select 1 as "one"
  from "content"
  inner join "comment" on "comment"."content_id" = "content"."id"
  where "content"."container_id" = ? and "content"."type" = 'comment' and "content"."status" = 'current' and "comment"."location" = ?
  limit ?) as "part comments", (select 1 as "one"
  from "content"
  inner join "comment" on "comment"."content_id" = "content"."id"
  where "content"."container_id" = ? and "content"."type" = 'comment' and "content"."status" = 'current' and "comment"."location" = ?
  limit ?) as "part inlineComments", (select 1 as "one"
  from "content_watch"
  where "content_id" = ? and "account_id" = ?) as "part watch", (select 1 as "one"
  from "content_favourite"
  where "account_id" = ? and "content_id" = ?) as "part saved", (select 1 as "one"
  from "inline_task"
  where "page_id" = ? and ("assignee_id" = ? or "creator_id" = ?)
  limit ?) as "part inline-tasks-flag";

select *
  from "content"
  where "status" = 'current' and "type" = 'blogpost' and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and "space_id" = ?
  order by "created_at" desc, "id" desc
  limit ?;

select *
  from "content"
  where "status" = 'current' and "type" = 'blogpost' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and "space_id" = ?
  order by "created_at" desc, "id" desc
  limit ?;

select *
  from "content"
  where "status" = 'current' and "type" = 'page' and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and "space_id" = ?
  order by "updated_at" desc, "id" desc
  limit ?;

select *
  from "content"
  where "status" = 'current' and "type" = 'page' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and "space_id" = ?
  order by "updated_at" desc, "id" desc
  limit ?;

select *
  from "content"
  where "status" = 'current' and "type" in ('page', 'blogpost') and "content"."space_id" not in (select id
  from space
  where status = 'deleting')
  order by "updated_at" desc, "id" desc
  limit ?;

select *
  from "content"
  where "status" = 'current' and "type" in ('page', 'blogpost') and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and "space_id" = ?
  order by "updated_at" desc, "id" desc
  limit ?;

select *
  from "content"
  where "status" = 'current' and "type" in ('page', 'blogpost') and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))))
  order by "updated_at" desc, "id" desc
  limit ?;

select *
  from "content"
  where "status" = 'current' and "type" in ('page', 'blogpost') and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and "space_id" = ?
  order by "updated_at" desc, "id" desc
  limit ?;

select distinct "content_id", "author_id"
  from (select "content_id", "author_id", "at"
  from "content_version"
  where "content_id" in (…)
  union all select "content_version"."content_id", "version_author"."account_id" as "author_id", "content_version"."at"
  from "version_author"
  inner join "content_version" on "content_version"."content_id" = "version_author"."content_id" and "content_version"."number" = "version_author"."number"
  where "version_author"."content_id" in (…)) as "authorship"
  where "author_id" is not null
  limit ?;
