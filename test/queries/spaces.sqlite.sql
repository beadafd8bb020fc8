delete
  from "space"
  where "id" = ? and "status" = 'deleting';

delete
  from "space_favourite"
  where "space_id" = ?;

delete
  from "space_permission"
  where "space_id" = ?;

insert into "space" ("created_at", "key", "name", "type", "description", "owner_id", "creator_id", "key_fold", "name_fold", "status", "home_page_id", "updated_at")
  values (…)
  on conflict ("key_fold") do nothing
  returning *;

insert into "space_favourite" ("account_id", "space_id", "at")
  values (…)
  on conflict do nothing
  returning "account_id";

insert into "space_permission" ("space_id", "account_id", "group_id", "permission")
  values (…);

select "account_id", "group_id"
  from "space_permission"
  where "space_id" = ? and "permission" = ?
  order by "id"
  limit ?;

select "id"
  from "space"
  where "key_fold" = ?;

select "space"."type", "space"."status", count(*) as "total", coalesce(sum(case when (space.id in (select space_id
  from space_favourite
  where account_id = ?)) then 1 else 0 end), 0) as "matching", coalesce(sum(case when space.id in (select space_id
  from space_favourite
  where account_id = ?) then 1 else 0 end), 0) as "starred"
  from "space"
  where "space"."status" <> 'deleting'
  group by "space"."type", "space"."status";

select "space"."type", "space"."status", count(*) as "total", coalesce(sum(case when (space.id in (select space_id
  from space_favourite
  where account_id = ?)) then 1 else 0 end), 0) as "matching", coalesce(sum(case when space.id in (select space_id
  from space_favourite
  where account_id = ?) then 1 else 0 end), 0) as "starred"
  from "space"
  where "space"."status" <> 'deleting' and space.id in (select space_permission.space_id
  from space_permission
  where space_permission.permission = ? and ("space_permission"."account_id" = ? or "space_permission"."group_id" in (…) or ("space_permission"."account_id" is null and "space_permission"."group_id" is null)))
  group by "space"."type", "space"."status";

select "space"."type", "space"."status", count(*) as "total", coalesce(sum(case when (space.status = ? and space.id in (select space_id
  from space_favourite
  where account_id = ?)) then 1 else 0 end), 0) as "matching", coalesce(sum(case when space.id in (select space_id
  from space_favourite
  where account_id = ?) then 1 else 0 end), 0) as "starred"
  from "space"
  where "space"."status" <> 'deleting'
  group by "space"."type", "space"."status";

select "space"."type", "space"."status", count(*) as "total", coalesce(sum(case when (space.status = ? and space.id in (select space_id
  from space_favourite
  where account_id = ?)) then 1 else 0 end), 0) as "matching", coalesce(sum(case when space.id in (select space_id
  from space_favourite
  where account_id = ?) then 1 else 0 end), 0) as "starred"
  from "space"
  where "space"."status" <> 'deleting' and space.id in (select space_permission.space_id
  from space_permission
  where space_permission.permission = ? and ("space_permission"."account_id" = ? or "space_permission"."group_id" in (…) or ("space_permission"."account_id" is null and "space_permission"."group_id" is null)))
  group by "space"."type", "space"."status";

select "space"."type", "space"."status", count(*) as "total", coalesce(sum(case when (space.status = ? and space.id in (select space_permission.space_id
  from space_permission
  where space_permission.permission = ? and ("space_permission"."account_id" = ? or "space_permission"."group_id" in (…) or ("space_permission"."account_id" is null and "space_permission"."group_id" is null)))) then 1 else 0 end), 0) as "matching", coalesce(sum(case when space.id in (select space_id
  from space_favourite
  where account_id = ?) then 1 else 0 end), 0) as "starred"
  from "space"
  where "space"."status" <> 'deleting' and space.id in (select space_permission.space_id
  from space_permission
  where space_permission.permission = ? and ("space_permission"."account_id" = ? or "space_permission"."group_id" in (…) or ("space_permission"."account_id" is null and "space_permission"."group_id" is null)))
  group by "space"."type", "space"."status";

select "space"."type", "space"."status", count(*) as "total", coalesce(sum(case when (space.status = ?) then 1 else 0 end), 0) as "matching", coalesce(sum(case when space.id in (select space_id
  from space_favourite
  where account_id = ?) then 1 else 0 end), 0) as "starred"
  from "space"
  where "space"."status" <> 'deleting'
  group by "space"."type", "space"."status";

select "space"."type", "space"."status", count(*) as "total", coalesce(sum(case when (space.type = ? and space.status = ? and (space.name_fold like ? escape '\' or space.key_fold like ? escape '\')) then 1 else 0 end), 0) as "matching", coalesce(sum(case when space.id in (select space_id
  from space_favourite
  where account_id = ?) then 1 else 0 end), 0) as "starred"
  from "space"
  where "space"."status" <> 'deleting'
  group by "space"."type", "space"."status";

select "space"."type", "space"."status", count(*) as "total", coalesce(sum(case when (space.type = ? and space.status = ? and (space.name_fold like ? escape '\' or space.key_fold like ? escape '\')) then 1 else 0 end), 0) as "matching", coalesce(sum(case when space.id in (select space_id
  from space_favourite
  where account_id = ?) then 1 else 0 end), 0) as "starred"
  from "space"
  where "space"."status" <> 'deleting' and space.id in (select space_permission.space_id
  from space_permission
  where space_permission.permission = ? and ("space_permission"."account_id" = ? or "space_permission"."group_id" in (…) or ("space_permission"."account_id" is null and "space_permission"."group_id" is null)))
  group by "space"."type", "space"."status";

select "space"."type", "space"."status", count(*) as "total", coalesce(sum(case when (space.type = ? and space.status = ?) then 1 else 0 end), 0) as "matching", coalesce(sum(case when space.id in (select space_id
  from space_favourite
  where account_id = ?) then 1 else 0 end), 0) as "starred"
  from "space"
  where "space"."status" <> 'deleting'
  group by "space"."type", "space"."status";

select "space"."type", "space"."status", count(*) as "total", coalesce(sum(case when (space.type = ? and space.status = ?) then 1 else 0 end), 0) as "matching", coalesce(sum(case when space.id in (select space_id
  from space_favourite
  where account_id = ?) then 1 else 0 end), 0) as "starred"
  from "space"
  where "space"."status" <> 'deleting' and space.id in (select space_permission.space_id
  from space_permission
  where space_permission.permission = ? and ("space_permission"."account_id" = ? or "space_permission"."group_id" in (…) or ("space_permission"."account_id" is null and "space_permission"."group_id" is null)))
  group by "space"."type", "space"."status";

select "space".*
  from "space"
  where "space"."status" <> 'deleting' and "space"."id" not in (select id
  from space
  where status = 'deleting') and (space.id in (select space_id
  from space_favourite
  where account_id = ?))
  order by "space"."name_fold", "space"."id"
  limit ?
  offset ?;

select "space".*
  from "space"
  where "space"."status" <> 'deleting' and "space"."id" not in (select id
  from space
  where status = 'deleting') and (space.key_fold in (…) and space.type = ?)
  order by "space"."key_fold"
  limit ?
  offset ?;

select "space".*
  from "space"
  where "space"."status" <> 'deleting' and "space"."id" not in (select id
  from space
  where status = 'deleting') and (space.status = ? and space.id in (select space_id
  from space_favourite
  where account_id = ?))
  order by "space"."name_fold", "space"."id"
  limit ?
  offset ?;

select "space".*
  from "space"
  where "space"."status" <> 'deleting' and "space"."id" not in (select id
  from space
  where status = 'deleting') and (space.status = ?)
  order by "space"."name_fold", "space"."id"
  limit ?
  offset ?;

select "space".*
  from "space"
  where "space"."status" <> 'deleting' and "space"."id" not in (select id
  from space
  where status = 'deleting') and (space.type = ? and space.status = ? and (space.name_fold like ? escape '\' or space.key_fold like ? escape '\'))
  order by "space"."name_fold", "space"."id"
  limit ?
  offset ?;

select "space".*
  from "space"
  where "space"."status" <> 'deleting' and "space"."id" not in (select id
  from space
  where status = 'deleting') and (space.type = ? and space.status = ?)
  order by "space"."name_fold", "space"."id"
  limit ?
  offset ?;

select "space".*
  from "space"
  where "space"."status" <> 'deleting' and exists (select 1
  from space_permission
  where space_permission.space_id = "space"."id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and (space.id in (select space_id
  from space_favourite
  where account_id = ?))
  order by "space"."name_fold", "space"."id"
  limit ?
  offset ?;

select "space".*
  from "space"
  where "space"."status" <> 'deleting' and exists (select 1
  from space_permission
  where space_permission.space_id = "space"."id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and (space.key_fold in (…) and space.type = ?)
  order by "space"."key_fold"
  limit ?
  offset ?;

select "space".*
  from "space"
  where "space"."status" <> 'deleting' and exists (select 1
  from space_permission
  where space_permission.space_id = "space"."id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and (space.status = ? and space.id in (select space_id
  from space_favourite
  where account_id = ?))
  order by "space"."name_fold", "space"."id"
  limit ?
  offset ?;

select "space".*
  from "space"
  where "space"."status" <> 'deleting' and exists (select 1
  from space_permission
  where space_permission.space_id = "space"."id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and (space.status = ? and space.id in (select space_permission.space_id
  from space_permission
  where space_permission.permission = ? and ("space_permission"."account_id" = ? or "space_permission"."group_id" in (…) or ("space_permission"."account_id" is null and "space_permission"."group_id" is null))))
  order by "space"."name_fold", "space"."id"
  limit ?
  offset ?;

select "space".*
  from "space"
  where "space"."status" <> 'deleting' and exists (select 1
  from space_permission
  where space_permission.space_id = "space"."id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and (space.type = ? and space.status = ? and (space.name_fold like ? escape '\' or space.key_fold like ? escape '\'))
  order by "space"."name_fold", "space"."id"
  limit ?
  offset ?;

select "space".*
  from "space"
  where "space"."status" <> 'deleting' and exists (select 1
  from space_permission
  where space_permission.space_id = "space"."id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and (space.type = ? and space.status = ?)
  order by "space"."name_fold", "space"."id"
  limit ?
  offset ?;

select "space_id"
  from "space_favourite"
  where "account_id" = ? and "space_id" in (…);

select *
  from "space"
  where "id" = ?;

select *
  from "space"
  where "id" = ? and "status" <> 'deleting';

select *
  from "space"
  where "key_fold" = ? and "status" <> 'deleting';

select *
  from "space"
  where "status" <> 'deleting' and "id" = ?;

select *
  from "space_permission"
  where "space_id" = ?;

select *
  from "space_permission"
  where "space_id" = ? and "account_id" is not distinct
  from ? and "group_id" is not distinct
  from ?;

select 1
  where exists (select space_permission.space_id
  from space_permission
  where space_permission.permission = ? and ("space_permission"."account_id" = ? or "space_permission"."group_id" in (…) or ("space_permission"."account_id" is null and "space_permission"."group_id" is null)));

select count(*) as "total"
  from "space_favourite"
  where "account_id" = ?;

select distinct "space_id", "permission"
  from "space_permission"
  where "space_id" in (…) and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null));

update "space"
  set "home_page_id" = ?
  where "home_page_id" in (…);

update "space"
  set "home_page_id" = ?
  where "id" = ?;

update "space"
  set "name" = ?, "name_fold" = ?, "updated_at" = ?
  where "id" = ?
  returning *;

update "space"
  set "status" = ?, "key_fold" = ?, "updated_at" = ?
  where "id" = ?;

update "space"
  set "status" = ?, "updated_at" = ?
  where "id" = ?
  returning *;
