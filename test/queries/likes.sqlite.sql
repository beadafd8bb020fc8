insert into "content_like" ("content_id", "account_id", "at")
  values (…)
  on conflict do nothing
  returning "account_id";

select "account".*, case when "account_follow"."followee_id" is null then 0 else 1 end as "followed"
  from "content_like"
  inner join "account" on "account"."id" = "content_like"."account_id"
  left join "account_follow" on "account_follow"."followee_id" = "content_like"."account_id" and "account_follow"."follower_id" = ?
  where "content_like"."content_id" = ?
  order by "followed" desc, "content_like"."at" desc, "content_like"."account_id"
  limit ?;

select "content".*, "space"."key" as "space_key", "space"."name" as "space_name", count(*) as "likes"
  from (select "content_like"."content_id", "content_like"."at"
  from "content_like"
  inner join "content" on "content"."id" = "content_like"."content_id"
  where "content_like"."at" > ? and "content"."type" in ('page', 'blogpost') and "content"."status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting')
  order by "content_like"."at" desc
  limit ?) as "recent"
  inner join "content" on "content"."id" = "recent"."content_id"
  inner join "space" on "space"."id" = "content"."space_id"
  group by "content"."id", "space"."id"
  order by "likes" desc, max("recent"."at") desc, "content"."id" desc
  limit ?
  offset ?;

select "content".*, "space"."key" as "space_key", "space"."name" as "space_name", count(*) as "likes"
  from (select "content_like"."content_id", "content_like"."at"
  from "content_like"
  inner join "content" on "content"."id" = "content_like"."content_id"
  where "content_like"."at" > ? and "content"."type" in ('page', 'blogpost') and "content"."status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))))
  order by "content_like"."at" desc
  limit ?) as "recent"
  inner join "content" on "content"."id" = "recent"."content_id"
  inner join "space" on "space"."id" = "content"."space_id"
  group by "content"."id", "space"."id"
  order by "likes" desc, max("recent"."at") desc, "content"."id" desc
  limit ?
  offset ?;

select "content_id", count(*) as "total"
  from "content_like"
  where "content_id" in (…)
  group by "content_id";

select "content_id", count(*) as "total", sum(case when "account_id" = ? then 1 else 0 end) as "own"
  from "content_like"
  where "content_id" = ?
  group by "content_id";
