insert into "licence_reminder" ("account_id", "later", "never")
  values (…)
  on conflict ("account_id") do update
  set "later" = ?;

insert into "licence_reminder" ("account_id", "later", "never")
  values (…)
  on conflict ("account_id") do update
  set "never" = ?;
