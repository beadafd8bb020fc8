select "type", "status", count(*) as "total"
  from "content"
  where "status" in (…)
  group by "type", "status";

select (select count(*)
  from space
  where type = 'global' and status <> 'deleting') as global_spaces, (select count(*)
  from space
  where type = 'personal' and status <> 'deleting') as personal_spaces, (select count(*)
  from account
  where active = 1) as users, (select count(*)
  from account_group) as groups;
