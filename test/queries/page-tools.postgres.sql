select "author_id", count(*) as "versions"
  from (select "content_id", "author_id", "at"
  from "content_version"
  where "content_id" in (…)
  union all select "content_version"."content_id", "version_author"."account_id" as "author_id", "content_version"."at"
  from "version_author"
  inner join "content_version" on "content_version"."content_id" = "version_author"."content_id" and "content_version"."number" = "version_author"."number"
  where "version_author"."content_id" in (…)) as "authorship"
  group by "author_id"
  order by "versions" desc
  limit ?;

select *
  from "content"
  where "status" = ? and "id" <> ? and "id" in (select "from_id"
  from "content_link"
  where "kind" = ? and "space_id" = ? and "target_key" = ?
  union all select "from_id"
  from "content_link"
  where "target_id" = ? and "kind" in (…)) and "content"."space_id" not in (select id
  from space
  where status = 'deleting')
  order by "updated_at" desc, "id" desc
  limit ?
  offset ?;

select *
  from "content"
  where "status" = ? and "id" <> ? and "id" in (select "from_id"
  from "content_link"
  where "kind" = ? and "space_id" = ? and "target_key" = ?
  union all select "from_id"
  from "content_link"
  where "target_id" = ? and "kind" in (…)) and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))))
  order by "updated_at" desc, "id" desc
  limit ?
  offset ?;

select count(*) as "versions"
  from "content_version"
  where "content_id" = ?;

with link as (select kind, space_id, target_key, target_id
  from content_link
  where from_id = ?), meant(id) as ( select target.id
  from link cross join content as target
  where link.kind in ('page', 'blogpost') and target.title_key = link.target_key and target.space_id = link.space_id and target.type = link.kind union select link.target_id
  from link
  where link.kind in ('content', 'attachment')) select 0 as is_url, target.title as label, target.id as id
  from meant cross join content as target
  where target.id = meant.id and target.status = 'current' and target.id <> ? and "target"."space_id" not in (select id
  from space
  where status = 'deleting') union select 1, link.target_key, cast(null as bigint)
  from link
  where link.kind = 'url'
  order by is_url, label, id
  limit ?
  offset ?;

with link as (select kind, space_id, target_key, target_id
  from content_link
  where from_id = ?), meant(id) as ( select target.id
  from link cross join content as target
  where link.kind in ('page', 'blogpost') and target.title_key = link.target_key and target.space_id = link.space_id and target.type = link.kind union select link.target_id
  from link
  where link.kind in ('content', 'attachment')) select 0 as is_url, target.title as label, target.id as id
  from meant cross join content as target
  where target.id = meant.id and target.status = 'current' and target.id <> ? and (exists (select 1
  from space_permission
  where space_permission.space_id = "target"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("target"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "target"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) union select 1, link.target_key, cast(null as bigint)
  from link
  where link.kind = 'url'
  order by is_url, label, id
  limit ?
  offset ?;
