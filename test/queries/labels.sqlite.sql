insert into "content_label" ("content_id", "label_id", "account_id", "created_at")
  values (…)
  on conflict do nothing;

insert into "content_label" ("label_id", "account_id", "content_id", "created_at")
  values (…);

insert into "label" ("prefix", "name", "owner_id")
  values (…)
  on conflict do nothing;

select "content_label"."content_id", "label"."id", "label"."prefix", "label"."name"
  from "content_label"
  inner join "label" on "label"."id" = "content_label"."label_id"
  where "content_label"."content_id" in (…) and label.owner_id in (0, ?)
  order by "label"."name", "label"."id";

select "content_label"."label_id", "content_label"."account_id"
  from "content_label"
  inner join "label" on "label"."id" = "content_label"."label_id"
  where "content_label"."content_id" = ? and "label"."owner_id" = ?;

select "id"
  from "label"
  where "name" = ? and "prefix" = ? and "owner_id" = ?;

select "label"."id", "label"."prefix", "label"."name"
  from "content_label"
  inner join "label" on "label"."id" = "content_label"."label_id"
  where "content_label"."content_id" = ? and label.owner_id in (0, ?)
  order by "label"."name", "label"."id";

select "label"."id", "label"."prefix", "label"."name"
  from "label"
  inner join (select "content_label"."label_id", "content_label"."created_at"
  from "content_label"
  inner join "content" on "content"."id" = "content_label"."content_id"
  where "content"."status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "content"."space_id" = ? and "content_label"."content_id" in ( select other.content_id
  from content_label as other join label as named on named.id = other.label_id
  where named.name in (…) and named.owner_id = 0)) as "used" on "used"."label_id" = "label"."id"
  where label.owner_id in (0, ?) and "label"."name" not in (…)
  group by "label"."id", "label"."prefix", "label"."name"
  order by count(*) desc, "label"."name", "label"."id"
  limit ?
  offset ?;

select "label"."id", "label"."prefix", "label"."name"
  from "label"
  inner join (select "content_label"."label_id", "content_label"."created_at"
  from "content_label"
  inner join "content" on "content"."id" = "content_label"."content_id"
  where "content"."status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "content"."space_id" = ?) as "used" on "used"."label_id" = "label"."id"
  where label.owner_id in (0, ?)
  group by "label"."id", "label"."prefix", "label"."name"
  order by "label"."name", "label"."id"
  limit ?
  offset ?;

select "label"."id", "label"."prefix", "label"."name"
  from "label"
  inner join (select "content_label"."label_id", "content_label"."created_at"
  from "content_label"
  inner join "content" on "content"."id" = "content_label"."content_id"
  where "content"."status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "content"."space_id" = ?) as "used" on "used"."label_id" = "label"."id"
  where label.owner_id in (0, ?)
  group by "label"."id", "label"."prefix", "label"."name"
  order by count(*) desc, "label"."name", "label"."id"
  limit ?
  offset ?;

select "label"."id", "label"."prefix", "label"."name"
  from "label"
  inner join (select "content_label"."label_id", "content_label"."created_at"
  from "content_label"
  inner join "content" on "content"."id" = "content_label"."content_id"
  where "content"."status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "content"."space_id" = ?) as "used" on "used"."label_id" = "label"."id"
  where label.owner_id in (0, ?)
  group by "label"."id", "label"."prefix", "label"."name"
  order by max(used.created_at) desc, "label"."name", "label"."id"
  limit ?
  offset ?;

select "label"."id", "label"."prefix", "label"."name"
  from "label"
  inner join (select "content_label"."label_id", "content_label"."created_at"
  from "content_label"
  inner join "content" on "content"."id" = "content_label"."content_id"
  where "content"."status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "content_label"."content_id" in ( select other.content_id
  from content_label as other join label as named on named.id = other.label_id
  where named.name in (…) and named.owner_id = 0)) as "used" on "used"."label_id" = "label"."id"
  where label.owner_id in (0, ?) and "label"."name" not in (…)
  group by "label"."id", "label"."prefix", "label"."name"
  order by count(*) desc, "label"."name", "label"."id"
  limit ?
  offset ?;

select "label"."id", "label"."prefix", "label"."name"
  from "label"
  inner join (select "content_label"."label_id", "content_label"."created_at"
  from "content_label"
  inner join "content" on "content"."id" = "content_label"."content_id"
  where "content"."status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "content"."space_id" = ? and "content_label"."content_id" in ( select other.content_id
  from content_label as other join label as named on named.id = other.label_id
  where named.name in (…) and named.owner_id = 0)) as "used" on "used"."label_id" = "label"."id"
  where label.owner_id in (0, ?) and "label"."name" not in (…)
  group by "label"."id", "label"."prefix", "label"."name"
  order by count(*) desc, "label"."name", "label"."id"
  limit ?
  offset ?;

select "label"."id", "label"."prefix", "label"."name"
  from "label"
  inner join (select "content_label"."label_id", "content_label"."created_at"
  from "content_label"
  inner join "content" on "content"."id" = "content_label"."content_id"
  where "content"."status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "content"."space_id" = ?) as "used" on "used"."label_id" = "label"."id"
  where label.owner_id in (0, ?)
  group by "label"."id", "label"."prefix", "label"."name"
  order by "label"."name", "label"."id"
  limit ?
  offset ?;

select "label"."id", "label"."prefix", "label"."name"
  from "label"
  inner join (select "content_label"."label_id", "content_label"."created_at"
  from "content_label"
  inner join "content" on "content"."id" = "content_label"."content_id"
  where "content"."status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "content"."space_id" = ?) as "used" on "used"."label_id" = "label"."id"
  where label.owner_id in (0, ?)
  group by "label"."id", "label"."prefix", "label"."name"
  order by count(*) desc, "label"."name", "label"."id"
  limit ?
  offset ?;

select "label"."id", "label"."prefix", "label"."name"
  from "label"
  inner join (select "content_label"."label_id", "content_label"."created_at"
  from "content_label"
  inner join "content" on "content"."id" = "content_label"."content_id"
  where "content"."status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "content"."space_id" = ?) as "used" on "used"."label_id" = "label"."id"
  where label.owner_id in (0, ?)
  group by "label"."id", "label"."prefix", "label"."name"
  order by max(used.created_at) desc, "label"."name", "label"."id"
  limit ?
  offset ?;

select "label"."id", "label"."prefix", "label"."name"
  from "label"
  inner join (select "content_label"."label_id", "content_label"."created_at"
  from "content_label"
  inner join "content" on "content"."id" = "content_label"."content_id"
  where "content"."status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "content_label"."content_id" in ( select other.content_id
  from content_label as other join label as named on named.id = other.label_id
  where named.name in (…) and named.owner_id = 0)) as "used" on "used"."label_id" = "label"."id"
  where label.owner_id in (0, ?) and "label"."name" not in (…)
  group by "label"."id", "label"."prefix", "label"."name"
  order by count(*) desc, "label"."name", "label"."id"
  limit ?
  offset ?;

select "label"."id", "label"."prefix", "label"."name"
  from "label"
  inner join (select "label_id", count(*) as "uses"
  from "content_label"
  group by "label_id") as "counted" on "counted"."label_id" = "label"."id"
  where label.owner_id in (0, ?) and exists (select "content_label"."content_id"
  from "content_label"
  inner join "content" on "content"."id" = "content_label"."content_id"
  where "content"."status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "content_label"."label_id" = "label"."id")
  order by "counted"."uses" desc, "label"."name", "label"."id"
  limit ?
  offset ?;

select "label"."id", "label"."prefix", "label"."name"
  from "label"
  inner join (select "label_id", count(*) as "uses"
  from "content_label"
  group by "label_id") as "counted" on "counted"."label_id" = "label"."id"
  where label.owner_id in (0, ?) and exists (select "content_label"."content_id"
  from "content_label"
  inner join "content" on "content"."id" = "content_label"."content_id"
  where "content"."status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "content_label"."label_id" = "label"."id")
  order by "counted"."uses" desc, "label"."name", "label"."id"
  limit ?
  offset ?;

select "label"."id", "label"."prefix", "label"."name"
  from "label"
  where label.owner_id in (0, ?) and "label"."name" = ? and exists (select "content_label"."content_id"
  from "content_label"
  inner join "content" on "content"."id" = "content_label"."content_id"
  where "content"."status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "content_label"."label_id" = "label"."id")
  order by "label"."name", "label"."id"
  limit ?
  offset ?;

select "label"."id", "label"."prefix", "label"."name"
  from "label"
  where label.owner_id in (0, ?) and "label"."name" = ? and exists (select "content_label"."content_id"
  from "content_label"
  inner join "content" on "content"."id" = "content_label"."content_id"
  where "content"."status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "content_label"."label_id" = "label"."id")
  order by "label"."name", "label"."id"
  limit ?
  offset ?;

select "label"."id", "label"."prefix", "label"."name"
  from "label"
  where label.owner_id in (0, ?) and exists (select "content_label"."content_id"
  from "content_label"
  inner join "content" on "content"."id" = "content_label"."content_id"
  where "content"."status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "content_label"."label_id" = "label"."id")
  order by (select "content_label"."created_at"
  from "content_label"
  inner join "content" on "content"."id" = "content_label"."content_id"
  where "content"."status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "content_label"."label_id" = "label"."id"
  order by "content_label"."created_at" desc
  limit ?) desc, "label"."name", "label"."id"
  limit ?
  offset ?;

select "label"."id", "label"."prefix", "label"."name"
  from "label"
  where label.owner_id in (0, ?) and exists (select "content_label"."content_id"
  from "content_label"
  inner join "content" on "content"."id" = "content_label"."content_id"
  where "content"."status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "content_label"."label_id" = "label"."id")
  order by (select "content_label"."created_at"
  from "content_label"
  inner join "content" on "content"."id" = "content_label"."content_id"
  where "content"."status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "content_label"."label_id" = "label"."id"
  order by "content_label"."created_at" desc
  limit ?) desc, "label"."name", "label"."id"
  limit ?
  offset ?;

select count(*) as "total"
  from "content_label"
  inner join "label" on "label"."id" = "content_label"."label_id"
  where "content_label"."content_id" = ? and "label"."owner_id" = ?;
