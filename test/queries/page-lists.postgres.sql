select "container_id", count(*) as "total"
  from "content"
  where "container_id" in (…) and "type" = ? and "status" = ? and "content"."space_id" not in (select id
  from space
  where status = 'deleting')
  group by "container_id";

select "container_id", count(*) as "total"
  from "content"
  where "container_id" in (…) and "type" = ? and "status" = ? and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))))
  group by "container_id";
