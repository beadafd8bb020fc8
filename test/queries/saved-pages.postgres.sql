select "content".*, "space"."key" as "space_key", "space"."name" as "space_name", "content_favourite"."at"
  from "content_favourite"
  inner join "content" on "content"."id" = "content_favourite"."content_id"
  inner join "space" on "space"."id" = "content"."space_id"
  where "content_favourite"."account_id" = ? and "content"."status" = ? and "content"."type" in (…) and "content"."space_id" not in (select id
  from space
  where status = 'deleting')
  order by "content_favourite"."at" desc, "content"."id" desc
  limit ?
  offset ?;

select "content".*, "space"."key" as "space_key", "space"."name" as "space_name", "content_favourite"."at"
  from "content_favourite"
  inner join "content" on "content"."id" = "content_favourite"."content_id"
  inner join "space" on "space"."id" = "content"."space_id"
  where "content_favourite"."account_id" = ? and "content"."status" = ? and "content"."type" in (…) and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))))
  order by "content_favourite"."at" desc, "content"."id" desc
  limit ?
  offset ?;

select 1 as "one"
  from "content_favourite"
  where "account_id" = ? and "content_id" = ?;
