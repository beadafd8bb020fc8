select "expires_at"
  from "captcha_used"
  where "id_hash" = ?;
