insert into "comment" ("content_id", "location", "marker_ref", "original_selection", "serialized_highlights", "resolution", "resolved_by", "resolved_at", "client_key")
  values (…);

select "content"."container_id" as "id", count(*) as "all", sum(case when comment.resolution in ('resolved', 'dangling') then 0 else 1 end) as "unresolved"
  from "content"
  inner join "comment" on "comment"."content_id" = "content"."id"
  where "content"."container_id" in (…) and "content"."type" = 'comment' and "content"."status" = 'current'
  group by "content"."container_id";

select "content".*
  from "content"
  inner join "comment" on "comment"."content_id" = "content"."id"
  where "content"."container_id" = ? and "content"."type" = 'comment' and "content"."status" = 'current' and "comment"."location" = ? and "content"."space_id" = ? and "content"."guard_id" is null and "content"."parent_id" is null
  order by "content"."id"
  limit ?
  offset ?;

select "content".*
  from "content"
  inner join "comment" on "comment"."content_id" = "content"."id"
  where "content"."container_id" = ? and "content"."type" = 'comment' and "content"."status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and "content"."parent_id" is null
  order by "content"."id"
  limit ?
  offset ?;

select "content".*
  from "content"
  inner join "comment" on "comment"."content_id" = "content"."id"
  where "content"."container_id" = ? and "content"."type" = 'comment' and "content"."status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and "content"."parent_id" is null
  order by "content"."id"
  limit ?
  offset ?;

select *
  from "comment"
  where "content_id" = ?;

select *
  from "comment"
  where "content_id" in (…);

select count(*) as "total"
  from "content"
  inner join "comment" on "comment"."content_id" = "content"."id"
  where "content"."container_id" = ? and "content"."type" = 'comment' and "content"."status" = 'current' and "comment"."location" = ? and "content"."space_id" not in (select id
  from space
  where status = 'deleting');

select count(*) as "total"
  from "content"
  inner join "comment" on "comment"."content_id" = "content"."id"
  where "content"."container_id" = ? and "content"."type" = 'comment' and "content"."status" = 'current' and "comment"."location" = ? and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))));

with recursive thread(id) as ( select id
  from content
  where id in (…)
  union all select content.id
  from content join thread on content.parent_id = thread.id
  where content.type = 'comment' and content.container_id = ?) select id
  from thread
  order by id
  limit ?;
