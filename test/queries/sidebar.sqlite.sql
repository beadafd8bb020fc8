insert into "sidebar_link" ("space_id", "link_group", "position", "hidden", "collector_key", "content_id", "target_space_id", "url", "title")
  values (…);

insert into "sidebar_option" ("space_id", "nav_type", "quick_links_state", "page_tree_state", "custom_content")
  values (…)
  on conflict ("space_id") do update
  set "custom_content" = ?;

select "nav_type", "quick_links_state", "page_tree_state", "custom_content"
  from "sidebar_option"
  where "space_id" = ?;

select "posting_day"
  from "content"
  where "space_id" = ? and "type" = 'blogpost' and "status" = 'current' and "posting_day" is not null and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and "posting_day" < ? and "posting_day" >= ?
  order by "posting_day" desc
  limit ?;

select "posting_day"
  from "content"
  where "space_id" = ? and "type" = 'blogpost' and "status" = 'current' and "posting_day" is not null and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and "posting_day" < ? and "posting_day" >= ?
  order by "posting_day" desc
  limit ?;

select "sidebar_link"."id", "sidebar_link"."title", "sidebar_link"."url", "content"."id" as "content_id", "content"."type", "content"."status", "content"."title" as "content_title", "content"."posting_day", "content"."container_id", "home"."key" as "home_key", "target"."key" as "target_key", "target"."name" as "target_name"
  from "sidebar_link"
  left join "content" on "content"."id" = "sidebar_link"."content_id"
  left join "space" as "home" on "home"."id" = "content"."space_id"
  left join "space" as "target" on "target"."id" = "sidebar_link"."target_space_id"
  where "sidebar_link"."space_id" = ? and "sidebar_link"."link_group" = ? and (("sidebar_link"."content_id" is null and "sidebar_link"."target_space_id" is null) or ("content"."status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed')))) or ("target"."status" <> 'deleting' and "target"."id" not in (select id
  from space
  where status = 'deleting')))
  order by "sidebar_link"."position", "sidebar_link"."id"
  limit ?;

select "sidebar_link"."id", "sidebar_link"."title", "sidebar_link"."url", "content"."id" as "content_id", "content"."type", "content"."status", "content"."title" as "content_title", "content"."posting_day", "content"."container_id", "home"."key" as "home_key", "target"."key" as "target_key", "target"."name" as "target_name"
  from "sidebar_link"
  left join "content" on "content"."id" = "sidebar_link"."content_id"
  left join "space" as "home" on "home"."id" = "content"."space_id"
  left join "space" as "target" on "target"."id" = "sidebar_link"."target_space_id"
  where "sidebar_link"."space_id" = ? and "sidebar_link"."link_group" = ? and (("sidebar_link"."content_id" is null and "sidebar_link"."target_space_id" is null) or ("content"."status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed')))) or ("target"."status" <> 'deleting' and exists (select 1
  from space_permission
  where space_permission.space_id = "target"."id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null)))))
  order by "sidebar_link"."position", "sidebar_link"."id"
  limit ?;

select *
  from "sidebar_link"
  where "id" = ? and "space_id" = ?;

select *
  from "sidebar_link"
  where "space_id" = ? and "link_group" = ? and "hidden" = ?
  order by "position", "id"
  limit ?;
