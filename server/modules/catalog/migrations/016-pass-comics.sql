-- How many comics 月卡 opens, for the cashier.
create index comic_with_pass on catalog.comic (pass_after_days) where online and pass_after_days > 0;
