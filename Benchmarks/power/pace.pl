# Plays a capture at 1 Hz as a 9600-baud line brings it: 16 bytes each 16.7 ms, an epoch each second, over and over.
# An epoch begins with its RMC sentence.
use strict;
use warnings;
use Time::HiRes qw(time sleep);
$| = 1;
open(my $file, '<', $ARGV[0]) or die "$ARGV[0]: $!";
my @epochs;
while (my $line = <$file>) {
    next unless $line =~ /^\$/;
    push @epochs, '' if $line =~ /^\$..RMC/;
    $epochs[-1] .= $line if @epochs;
}
my $start = time;
for (my $number = 0; ; $number++) {
    my $epoch = $epochs[$number % @epochs];
    for (my $place = 0; $place < length $epoch; $place += 16) {
        my $wait = $start + $number + $place / 960 - time;
        sleep $wait if $wait > 0;
        syswrite(STDOUT, substr($epoch, $place, 16)) or exit;
    }
    my $wait = $start + $number + 1 - time;
    sleep $wait if $wait > 0;
}
