select "content".*
  from "content"
  inner join "comment" on "comment"."content_id" = "content"."id"
  where "content"."container_id" = ? and "content"."type" = 'comment' and "content"."status" = 'current' and "comment"."location" = ? and "content"."parent_id" is null and "content"."space_id" not in (select id
  from space
  where status = 'deleting')
  order by "content"."id"
  limit ?;

select "content".*
  from "content"
  inner join "comment" on "comment"."content_id" = "content"."id"
  where "content"."container_id" = ? and "content"."type" = 'comment' and "content"."status" = 'current' and "comment"."location" = ? and "content"."parent_id" is null and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))))
  order by "content"."id"
  limit ?;

select "content".*, "comment"."marker_ref"
  from "content"
  inner join "comment" on "comment"."content_id" = "content"."id"
  where "content"."container_id" = ? and "content"."type" = 'comment' and "content"."status" = 'draft' and "comment"."location" = ? and "content"."parent_id" is null
  order by "content"."id"
  limit ?;

select distinct "comment"."marker_ref"
  from "content"
  inner join "comment" on "comment"."content_id" = "content"."id"
  where "content"."container_id" = ? and "content"."type" = 'comment' and "content"."status" = 'current' and "comment"."location" = ? and "content"."parent_id" is null and "comment"."marker_ref" is not null;

select distinct "content"."container_id", "comment"."marker_ref"
  from "comment"
  inner join "content" on "content"."id" = "comment"."content_id"
  where "comment"."content_id" in (…) and "comment"."marker_ref" is not null and "content"."container_id" is not null and "content"."container_id" not in (…);
