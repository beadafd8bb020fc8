insert into "content_visit" ("account_id", "content_id", "seen_at", "visits") select "account"."id", "content"."id", cast(? as bigint) as "seen_at", cast(? as bigint) as "visits"
  from "content"
  inner join "account" on "account"."id" = ?
  where "content"."id" = ?
  on conflict ("account_id", "content_id") do update
  set "seen_at" = "excluded"."seen_at", "visits" = content_visit.visits + excluded.visits;

select "content"."space_id", max("content_visit"."seen_at") as "seen_at"
  from "content_visit"
  inner join "content" on "content"."id" = "content_visit"."content_id"
  where "content_visit"."account_id" = ? and "content"."space_id" not in (select id
  from space
  where status = 'deleting')
  group by "content"."space_id"
  order by "seen_at" desc
  limit ?;

select "content"."space_id", max("content_visit"."seen_at") as "seen_at"
  from "content_visit"
  inner join "content" on "content"."id" = "content_visit"."content_id"
  where "content_visit"."account_id" = ? and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))))
  group by "content"."space_id"
  order by "seen_at" desc
  limit ?;

select "content".*, "space"."key" as "space_key", "space"."name" as "space_name", "content_visit"."seen_at", "content_visit"."visits"
  from "content_visit"
  inner join "content" on "content"."id" = "content_visit"."content_id"
  inner join "space" on "space"."id" = "content"."space_id"
  where "content_visit"."account_id" = ? and "content"."type" in (…) and "content"."status" in (…) and "content"."space_id" not in (select id
  from space
  where status = 'deleting')
  order by "content_visit"."seen_at" desc
  limit ?;

select "content".*, "space"."key" as "space_key", "space"."name" as "space_name", "content_visit"."seen_at", "content_visit"."visits"
  from "content_visit"
  inner join "content" on "content"."id" = "content_visit"."content_id"
  inner join "space" on "space"."id" = "content"."space_id"
  where "content_visit"."account_id" = ? and "content"."type" in (…) and "content"."status" in (…) and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))))
  order by "content_visit"."seen_at" desc
  limit ?;

select "id"
  from "content"
  where "id" in (…) and "type" in (…) and "status" = ? and "content"."space_id" not in (select id
  from space
  where status = 'deleting');

select "id"
  from "content"
  where "id" in (…) and "type" in (…) and "status" = ? and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))));

select "seen_at"
  from "content_visit"
  where "account_id" = ?
  order by "seen_at" desc
  limit ?
  offset ?;
